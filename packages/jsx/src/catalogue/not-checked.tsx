import {
  Branch,
  ChatCompletion,
  ForEach,
  If,
  Input,
  Parallel,
  Script,
  Sequence,
  System,
  text,
  User,
  Workflow,
} from "@espalier/jsx";
import type { SomeNodes } from "@espalier/jsx";
import type { Forms } from "./form.ts";
import { approve, convert, needsReview, one, policy } from "./programs.ts";

const step = <Script run={approve} />;
const text_of = (value: unknown) => value as string;

function Empty() {
  return null;
}
function Loop(): SomeNodes {
  return <Loop />;
}
function Throws(): SomeNodes {
  throw new Error("boom");
}
const closure = () => {
  const limit = 3;
  return (invoice: { total: number }): boolean => invoice.total > limit;
};

// TypeScript lets these through. The tree records them, and the compiler reports the code.
// prettier-ignore
export const notChecked: Forms = {
  "prompt part as a node": [<Sequence><System>x</System></Sequence>, 'sequence(system("x"))', "unexpected-child"],
  "node in a prompt": [<ChatCompletion model="m"><User>{step}</User></ChatCompletion>, "chat_completion(user(script))", "unexpected-child"],
  "node beside prompt parts": [<ChatCompletion model="m">{step}</ChatCompletion>, "chat_completion(script)", "unexpected-child"],
  "Branch outside Parallel": [<Sequence><Branch name="a">{step}</Branch></Sequence>, "sequence(branch:a(script))", "unexpected-child"],
  "node as a child of Parallel": [<Parallel>{step}</Parallel>, "parallel(script)", "unexpected-child"],
  "Workflow inside": [<Sequence><Workflow name="x">{step}</Workflow></Sequence>, "sequence(workflow(script))", "unexpected-child"],
  "part in an exit": [<If condition={needsReview} then={<User>x</User>} otherwise={step} />, 'if(then:user("x") otherwise:script)', "unexpected-child"],
  "nested part": [<ChatCompletion model="m"><User><System>x</System></User></ChatCompletion>, 'chat_completion(user(system("x")))', "unexpected-child"],
  "empty branches": [<Parallel branches={{}} />, "parallel", "no-branches"],
  "duplicate Branch": [<Parallel><Branch name="a">{step}</Branch><Branch name="a">{step}</Branch></Parallel>, "parallel(branch:a(script) branch:a(script))", "duplicate-branch"],
  "numeric branch name": [<Parallel branches={{ 1: step }} />, "parallel(1:script)", "invalid-name"],
  "__proto__ branch": [<Parallel branches={{ a: step, __proto__: step }} />, "parallel(a:script)", "invalid-name"],
  "component that returns null": [<Sequence><Empty /></Sequence>, "sequence", "empty-body"],
  "empty fragment": [<Sequence><></></Sequence>, "sequence", "empty-body"],
  "empty array": [<If condition={needsReview} then={[]} otherwise={step} />, "if(then: otherwise:script)", "empty-body"],

  "template literal": [<ChatCompletion model="m"><User>{`Review ${text_of(Input.previous)}`}</User></ChatCompletion>, 'chat_completion(user("Review \\u0000espalier:previous\\u0000"))', "invalid-prompt"],
  "concatenation": [<ChatCompletion model="m"><User>{"Review " + text_of(Input.item)}</User></ChatCompletion>, 'chat_completion(user("Review \\u0000espalier:item\\u0000"))', "invalid-prompt"],
  "JSON.stringify": [<ChatCompletion model="m"><User>{JSON.stringify(Input.previous.field("a"))}</User></ChatCompletion>, 'chat_completion(user("\\"\\\\u0000espalier:previous.a\\\\u0000\\""))', "invalid-prompt"],
  "a binding as an author-time condition": [<Sequence>{Input.previous.field("ok") && step}</Sequence>, "sequence(script)", "binding-as-condition"],
  "blank prompt": [<ChatCompletion model="m"><User>{text``}</User></ChatCompletion>, "chat_completion(user)", "empty-prompt"],
  "NaN in a prompt": [<ChatCompletion model="m"><User>{NaN}</User></ChatCompletion>, "chat_completion(user(NaN))", "invalid-prompt"],
  "a component that never ends": [<Sequence><Loop /></Sequence>, "sequence(!too-deep)", "component-failed"],
  "a component that throws": [<Sequence><Throws /></Sequence>, "sequence(!threw)", "component-failed"],
  "zero": [<ForEach items={Input.previous} maxItems={0}>{step}</ForEach>, "for_each(script)", "invalid-limit"],
  "infinite": [<ForEach items={Input.previous} maxItems={Infinity}>{step}</ForEach>, "for_each(script)", "invalid-limit"],
  "item outside a loop": [<Script run={approve} inputs={{ invoice: Input.item }} />, "script", "item-outside-loop"],
  "missing input": [<Script run={convert} inputs={{ invoice: Input.previous }} />, "script", "missing-input"],
  "unknown input": [<Script run={one} inputs={{ invoice: Input.previous, digit: 2 }} />, "script", "unknown-input"],
  "literal of another parameter's type": [<Script run={convert} inputs={{ invoice: 3, rate: 1 }} />, "script", "shape-mismatch"],
  "inputs on a program without parameters": [<Script run={policy} inputs={{ x: Input.previous }} />, "script", "unknown-input"],
  "closure": [<If condition={closure()} then={step} otherwise={step} />, "if(then:script otherwise:script)", "not-a-program"],
  "inline program": [<Script run={(invoice: { total: number }): number => invoice.total} />, "script", "not-a-program"],
  "predicate without parameters": [<If condition={(): boolean => true} then={step} otherwise={step} />, "if(then:script otherwise:script)", "predicate-arity"],
};
