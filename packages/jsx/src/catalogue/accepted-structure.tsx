import {
  Branch,
  createElement,
  ForEach,
  Fragment,
  If,
  Input,
  Parallel,
  Script,
  Sequence,
  Workflow,
} from "@espalier/jsx";
import type { Nodes, SomeNodes } from "@espalier/jsx";
import * as E from "@espalier/jsx";
import type { Forms } from "./form.ts";
import { approve, arrow, isNoted, needsReview } from "./programs.ts";

const step = <Script run={approve} />;
const flag = Number("1") > 2;
const list = ["a", "b"];

function Plain(props: { readonly children: Nodes }) {
  return <Sequence>{props.children}</Sequence>;
}
function Group({ children }: { children?: Nodes }) {
  return <>{children}</>;
}
function Nothing() {
  return null;
}
function Off() {
  return false as const;
}
function Many() {
  return [step, null, [step]];
}
const Arrow = ({ n }: { n: number }) => <>{Array.from({ length: n }, () => step)}</>;
function Attempts({ left }: { readonly left: number }): SomeNodes {
  if (left === 0) return step;
  return <If condition={needsReview} then={step} otherwise={<Attempts left={left - 1} />} />;
}
const Passed = ({ timeout, ...rest }: { timeout?: number; name?: string }) => (
  <Script run={approve} timeoutSeconds={timeout} {...rest} />
);
const Whole = () => <Workflow name="w">{step}</Workflow>;

// prettier-ignore
export const structure: Forms = {
  "self-closing node": [<Script run={approve} />, "script"],
  "arrow program": [<Script run={arrow} />, "script"],
  "workflow": [<Workflow name="w" description="d" deadlineSeconds={9} retry={{ maxAttempts: 2 }}>{step}</Workflow>, "workflow(script)"],
  "component that is a workflow": [<Whole />, "workflow(script)"],
  "siblings": [<Sequence>{step}{step}</Sequence>, "sequence(script script)"],
  "array and nested array": [<Sequence>{[step, [step, [step]]]}</Sequence>, "sequence(script script script)"],
  "map beside siblings": [<Sequence>{step}{list.map((l) => <Script key={l} run={approve} name={l} />)}</Sequence>, "sequence(script script script)"],
  "conditional child": [<Sequence>{flag && step}{flag ? step : null}{step}{undefined}</Sequence>, "sequence(script)"],
  "fragments": [<Sequence><>{step}<>{step}</></><Fragment key="k">{step}</Fragment></Sequence>, "sequence(script script script)"],
  "empty fragment beside a node": [<Sequence><></>{step}</Sequence>, "sequence(script)"],
  "comment": [<Sequence>{/* comment */}{step}</Sequence>, "sequence(script)"],
  "component": [<Plain>{step}</Plain>, "sequence(script)"],
  "component with several children": [<Plain>{step}{step}</Plain>, "sequence(script script)"],
  "component with a fragment": [<Sequence><Group>{step}{step}</Group><Group /></Sequence>, "sequence(script script)"],
  "component returning null, false, an array": [<Sequence><Nothing /><Off /><Many /></Sequence>, "sequence(script script)"],
  "arrow component": [<Sequence><Arrow n={3} /></Sequence>, "sequence(script script script)"],
  "recursive component": [<Attempts left={2} />, "if(then:script otherwise:if(then:script otherwise:script))"],
  "the same element twice": [[step, step], "script script"],
  "functions instead of JSX": [Sequence({ children: [Script({ run: approve }), null] }), "sequence(script)"],
  "createElement": [createElement(Sequence, { name: "x", children: [] }, step, step), "sequence(script script)"],
  "key": [<Script key="k" run={approve} />, "script"],
  "key after a spread": [<Script {...{ run: approve }} key="k" />, "script"],
  "key after a spread, with children": [<Sequence {...{ name: "n" }} key="k">{step}{step}</Sequence>, "sequence(script script)"],
  "children over those of a spread": [<Sequence {...{ children: [step, step] }}>{step}</Sequence>, "sequence(script)"],
  "namespace member": [<E.Sequence><E.Script run={approve} /></E.Sequence>, "sequence(script)"],
  "props passed through": [<Passed name="n" />, "script"],
  "undefined for what is optional": [<Sequence name={undefined}><Script run={approve} name={undefined} timeoutSeconds={undefined} retry={undefined} inputs={undefined} /></Sequence>, "sequence(script)"],

  "Parallel branches": [<Parallel branches={{ a: step, b: [step, step], c: <>{step}</> }} maxConcurrency={2} />, "parallel(a:script b:script script c:script)"],
  "Branch children": [<Parallel><Branch name="a">{step}</Branch><Branch name="b">{step}{step}</Branch></Parallel>, "parallel(branch:a(script) branch:b(script script))"],
  "Branches from map": [<Parallel>{list.map((l) => <Branch key={l} name={l}>{step}</Branch>)}</Parallel>, "parallel(branch:a(script) branch:b(script))"],
  "branches from entries": [<Parallel branches={Object.fromEntries(list.map((l) => [l, step]))} />, "parallel(a:script b:script)"],
  "ForEach": [<ForEach items={Input.previous.field("invoices")} maxItems={5}>{step}<If condition={isNoted} then={step} otherwise={[step]} /></ForEach>, "for_each(script if(then:script otherwise:script))"],
  "ForEach over messages and item": [<ForEach items={Input.messages}><ForEach items={Input.item.field("a").field("b")}>{step}</ForEach></ForEach>, "for_each(for_each(script))"],
};
