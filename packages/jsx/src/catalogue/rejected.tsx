import {
  Branch,
  ChatCompletion,
  ForEach,
  Fragment,
  If,
  Input,
  Parallel,
  Python,
  Script,
  Sequence,
} from "@espalier/jsx";
import { jsonSchema, schema, System, text, User, Workflow } from "@espalier/jsx";
import * as v from "valibot";
import { clean_total, convert as pyConvert } from "./money.py";
import { approve, convert, later, mode, needsReview, toText, truthy, twoArgs } from "./programs.ts";

const step = <Script run={approve} />;
declare const count: number;
declare const word: string;
declare const maybe: boolean;
async function Async() {
  return step;
}
class Klass {
  render() {
    return step;
  }
}

// @ts-expect-error the JSX namespace is not global
export type Global = JSX.Element;

// Every form here is an error of TypeScript; it fails when one of them compiles. Nothing here runs.
// prettier-ignore
export const rejected = (): unknown[] => [
  // ---- structure
  // @ts-expect-error text
  <Sequence>hello {step}</Sequence>,
  // @ts-expect-error blanks on one line are text
  <Sequence> {step} </Sequence>,
  // @ts-expect-error number
  <Sequence>{1}{step}</Sequence>,
  // @ts-expect-error true
  <Sequence>{true}{step}</Sequence>,
  // @ts-expect-error 0 && …
  <Sequence>{count && step}</Sequence>,
  // @ts-expect-error "" && …
  <Sequence>{word && step}</Sequence>,
  // @ts-expect-error only false (it widens to boolean)
  <Sequence>{false}</Sequence>,
  // @ts-expect-error no children
  <Sequence />,
  // @ts-expect-error no children
  <Workflow name="w"></Workflow>,
  // @ts-expect-error only a comment
  <Sequence>{/* later */}</Sequence>,
  // @ts-expect-error a function as child
  <ForEach items={Input.previous}>{() => step}</ForEach>,
  // @ts-expect-error a component instead of an element
  <Sequence>{Sequence}</Sequence>,
  // @ts-expect-error a binding as a node
  <Sequence>{Input.previous}</Sequence>,
  // @ts-expect-error a plain object
  <Sequence>{{ run: approve }}</Sequence>,
  // @ts-expect-error intrinsic element
  <div />,
  // @ts-expect-error async component
  <Async />,
  // @ts-expect-error class component
  <Klass />,
  // @ts-expect-error unknown prop
  <ForEach items={Input.previous} max_items={3}>{step}</ForEach>,
  // @ts-expect-error name missing
  <Workflow>{step}</Workflow>,
  // ---- Parallel, ForEach, If
  // @ts-expect-error neither
  <Parallel />,
  // @ts-expect-error both
  <Parallel branches={{ a: step }}><Branch name="b">{step}</Branch></Parallel>,
  // @ts-expect-error text branch
  <Parallel branches={{ a: "x" }} />,
  // @ts-expect-error empty branch
  <Parallel branches={{ a: null }} />,
  // @ts-expect-error maybe no branch
  <Parallel branches={{ a: maybe && step }} />,
  // @ts-expect-error function branch
  <Parallel branches={{ a: () => step }} />,
  // @ts-expect-error items missing
  <ForEach>{step}</ForEach>,
  // @ts-expect-error items is a list, not a binding to one
  <ForEach items={["de", "fr"]}>{step}</ForEach>,
  // @ts-expect-error limit as text
  <ForEach items={Input.previous} maxItems="3">{step}</ForEach>,
  // @ts-expect-error no otherwise
  <If condition={needsReview} then={step} />,
  // @ts-expect-error null exit
  <If condition={needsReview} then={step} otherwise={null} />,
  // @ts-expect-error children
  <If condition={needsReview} then={step} otherwise={step}>{step}</If>,
  // @ts-expect-error else
  <If condition={needsReview} then={step} else={step} />,
  // @ts-expect-error boolean instead of a predicate
  <If condition={maybe} then={step} otherwise={step} />,
  // @ts-expect-error two parameters
  <If condition={twoArgs} then={step} otherwise={step} />,
  // @ts-expect-error returns text
  <If condition={toText} then={step} otherwise={step} />,
  // @ts-expect-error returns something truthy
  <If condition={truthy} then={step} otherwise={step} />,
  // @ts-expect-error async
  <If condition={later} then={step} otherwise={step} />,
  // @ts-expect-error Python: returns a dict
  <If condition={clean_total} then={step} otherwise={step} />,
  // @ts-expect-error Python: three parameters
  <If condition={pyConvert} then={step} otherwise={step} />,
  // ---- programs
  // @ts-expect-error run missing
  <Script />,
  // @ts-expect-error not a function
  <Script run="approve" />,
  // @ts-expect-error result of a call
  <Script run={approve({ vendor: "", total: 1 })} />,
  // @ts-expect-error async
  <Script run={later} />,
  // @ts-expect-error children
  <Script run={approve}>{step}</Script>,
  // @ts-expect-error two required parameters, no inputs
  <Script run={twoArgs} />,
  // @ts-expect-error literal of no parameter's type
  <Script run={convert} inputs={{ invoice: Input.previous, rate: "1.2" }} />,
  // @ts-expect-error literal outside the union
  <Script run={mode} inputs={{ m: "medium", n: 1 }} />,
  // @ts-expect-error a binding inside a literal
  <Script run={convert} inputs={{ invoice: { vendor: Input.previous, total: 1 }, rate: 1 }} />,
  // @ts-expect-error a whole binding as inputs
  <Script run={approve} inputs={Input.previous} />,
  // @ts-expect-error Python function in Script
  <Script run={clean_total} />,
  // @ts-expect-error TypeScript function in Python
  <Python run={approve} />,
  // @ts-expect-error calling a Python function
  <Sequence>{clean_total({ vendor: "a", total: 1 })}</Sequence>,
  // @ts-expect-error Python: inputs missing
  <Python run={pyConvert} />,
  // @ts-expect-error Python: unknown name
  <Python run={clean_total} inputs={{ invoice: Input.previous, rte: 2 }} />,
  // @ts-expect-error Python: missing name
  <Python run={pyConvert} inputs={{ invoice: Input.previous }} />,
  // @ts-expect-error Python: inputs without the required one
  <Python run={clean_total} inputs={{}} />,
  // @ts-expect-error Python: literal type
  <Python run={pyConvert} inputs={{ invoice: Input.previous, rate: "1" }} />,
  // ---- bindings
  // @ts-expect-error comparison with a binding
  Input.previous > 3,
  // @ts-expect-error arithmetic with a binding
  Input.previous.field("total") * 2,
  // @ts-expect-error messages have no fields
  Input.messages.field("content"),
  // @ts-expect-error .name instead of .field("name")
  <ForEach items={Input.previous.invoices}>{step}</ForEach>,
  // @ts-expect-error index
  Input.previous.field(0),
  // @ts-expect-error assignment
  (Input.previous = Input.item),
  // ---- prompts
  // @ts-expect-error no parts
  <ChatCompletion model="m" />,
  // @ts-expect-error text beside parts
  <ChatCompletion model="m">Extract.{Input.messages}</ChatCompletion>,
  // @ts-expect-error only messages splice
  <ChatCompletion model="m">{Input.previous}</ChatCompletion>,
  // @ts-expect-error an object in a prompt
  <ChatCompletion model="m"><User>{{ a: 1 }}</User></ChatCompletion>,
  // @ts-expect-error true in a prompt
  <ChatCompletion model="m"><User>{true}</User></ChatCompletion>,
  // @ts-expect-error empty part
  <ChatCompletion model="m"><User></User></ChatCompletion>,
  // @ts-expect-error a function in a prompt
  <ChatCompletion model="m"><System>{approve}</System></ChatCompletion>,
  // @ts-expect-error model missing
  <ChatCompletion>{Input.messages}</ChatCompletion>,
  // @ts-expect-error setting as text
  <ChatCompletion model="m" temperature="0">{Input.messages}</ChatCompletion>,
  // @ts-expect-error retry without maxAttempts
  <ChatCompletion model="m" retry={{ initialBackoffSeconds: 1 }}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error retry as a number
  <ChatCompletion model="m" retry={3}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error unknown setting
  <ChatCompletion model="m" maxToken={3}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error text with parentheses instead of a tag
  text("a"),
  // ---- schemas
  // @ts-expect-error schema() without a type
  <ChatCompletion model="m" responseModel={schema()}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error schema not called
  <ChatCompletion model="m" responseModel={schema}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error a plain schema
  <ChatCompletion model="m" responseModel={{ type: "object" }}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error a valibot schema needs toStandardJsonSchema
  <ChatCompletion model="m" responseModel={v.object({ a: v.string() })}>{Input.messages}</ChatCompletion>,
  // @ts-expect-error undefined in a schema
  jsonSchema({ type: undefined }),
  // @ts-expect-error fragment with a prop
  <Fragment name="x">{step}</Fragment>,
];
