import { type CodeEntry, say, suggestion } from "../wording.ts";

/** How a prop is written: `<Script … retry={{ maxAttempts: … }}>`. */
function written({ component, prop, value = "…" }: { component: string; prop: string; value?: string }): string {
  const [name, inner] = prop.split(".");
  return `<${component} … ${name}={${inner === undefined ? value : `{ ${inner}: ${value} }`}}>`;
}

const PROMPT = "The prompt is its children: <System>…</System><User>…</User>{Input.messages}.";
/** Props of other libraries that hold the prompt. */
export const PROMPT_PROPS = ["prompt", "messages", "system", "user", "content", "instructions"];
const ITEM = "The item is Input.item everywhere in the loop, and Input.previous for its first node.";
const RUN = "Write run={f}, where f is a top-level function.";
const TYPES = "The types of the parameters and the result of the function in `run` are its schemas.";
const TOOLS = "A model calls nothing itself: put a <Script> or <Python> before or after it.";

/** Props that go by this name elsewhere, with what is written here. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ...PROMPT_PROPS.map((name) => [name, PROMPT] as const),
  ...["as", "index", "render"].map((name) => [name, ITEM] as const),
  ...["fn", "handler", "execute", "action", "func"].map((name) => [name, RUN] as const),
  ...["tools", "toolChoice", "functions"].map((name) => [name, TOOLS] as const),
  ...["inputSchema", "outputSchema", "parameters"].map((name) => [name, TYPES] as const),
  ["maxOutputTokens", "Write maxTokens={1000}."],
  ["else", "Write otherwise={<… />}."],
  ["each", "Write items={Input.previous.field(…)}."],
  ["timeout", "Write timeoutSeconds={30}, in seconds."],
  ["maxRetries", "Write retry={{ maxAttempts: 3 }}, which counts the first call."],
  ["schema", "Write responseModel={schema<Type>()}."],
  ["responseFormat", "Write responseModel={schema<Type>()}."],
  ["input", "Write inputs={{ parameter: Input.previous }}."],
  ["args", "Write inputs={{ parameter: Input.previous }}."],
]);

/** What to write instead of a value that these props cannot have: mostly a binding, or what a call of a function gives. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  [
    "run",
    "Write run={f}, the function itself and no call of it. What it gets stands in inputs={{ parameter: Input.previous }}.",
  ],
  [
    "inputs",
    "Write inputs={{ parameter: Input.previous }}. Without `inputs`, a program of one parameter gets Input.previous.",
  ],
]);

function habit(prop: string): string | undefined {
  return HABITS.get(prop);
}

/** Codes about single props. */
export const propCodes = {
  "invalid-prop": {
    severity: "error",
    messages: {
      unknown: (p: { component: string; prop: string; near: string | undefined; all: readonly string[] }) =>
        say(`<${p.component}> has no prop ${JSON.stringify(p.prop)}.`, habit(p.prop) ?? suggestion(p.near, p.all)),
      missing: (p: { component: string; prop: string; expected: string }) =>
        say(`<${p.component}> needs the prop ${JSON.stringify(p.prop)}: ${p.expected}.`, `Write ${written(p)}.`),
      undefined: (p: { component: string; prop: string; expected: string }) =>
        say(
          `The prop ${JSON.stringify(p.prop)} of <${p.component}> must be ${p.expected}, and is undefined.`,
          "Check the name: an object, or a module that is imported as a whole, gives undefined for a member that it does not have.",
        ),
      missingExit: (p: { prop: string; holds: string }) =>
        say(
          `<If> needs the prop ${JSON.stringify(p.prop)}: the nodes that run when the condition ${p.holds}.`,
          `Write ${p.prop}={<… />}. To pass the value through, use <Script run={keep} /> with a typed function that returns its argument: const keep = (value: Value): Value => value.`,
        ),
      type: (p: { component: string; prop: string; expected: string; actual: string }) =>
        say(
          `The prop ${JSON.stringify(p.prop)} of <${p.component}> must be ${p.expected}, and is ${p.actual}.`,
          REMEDIES.get(p.prop) ?? `Write ${p.expected} there: ${written(p)}.`,
        ),
      stringified: (p: { component: string; prop: string; binding: string }) =>
        say(
          `The prop ${JSON.stringify(p.prop)} of <${p.component}> holds the binding ${p.binding}, turned into a string.`,
          "This prop is fixed when the workflow is compiled.",
        ),
      literalList: () =>
        say(
          'The prop "items" of <ForEach> must be a binding to a list, and is a list.',
          "For items that are known now, use <Parallel> with one branch each, made with `map`.",
        ),
      both: () =>
        say(
          '<Parallel> takes either the prop "branches" or <Branch> children, and has both.',
          "Move the children into `branches`.",
        ),
      schema: (p: { problem: string }) =>
        say(
          `The prop "responseModel" of <ChatCompletion> is no self-contained JSON Schema. ${p.problem}`,
          "Correct the schema, or let it be made from a type: schema<Type>().",
        ),
    },
  },
  "invalid-literal": {
    severity: "error",
    messages: {
      notJson: (p: { path: string; what: string }) =>
        say(
          `${p.path} is ${p.what}, which is not JSON.`,
          "JSON has text, finite numbers, true, false, null, lists and plain objects. Write a date as text: date.toISOString().",
        ),
      binding: (p: { path: string; binding: string }) =>
        say(
          `${p.path} is the binding ${p.binding}, inside a literal.`,
          "An input is a binding or a literal. Bind it as an input of its own, and put the value together in the program.",
        ),
      stringified: (p: { path: string; binding: string }) =>
        say(
          `${p.path} holds the binding ${p.binding}, turned into a string.`,
          `Bind it as it is: {${p.binding}}, and put the text together in the program.`,
        ),
      deep: (p: { path: string; limit: number }) =>
        say(`${p.path} nests more than ${p.limit} deep, or contains itself.`, "Write it flatter."),
    },
  },
  "invalid-limit": {
    severity: "error",
    messages: {
      whole: (p: { component: string; prop: string; value: string; atLeast: number }) =>
        say(
          `${JSON.stringify(p.prop)} of <${p.component}> must be a whole number of at least ${p.atLeast}, and is ${p.value}.`,
          `Write such a number: ${written({ ...p, value: "3" })}.`,
        ),
      positive: (p: { component: string; prop: string; value: string }) =>
        say(
          `${JSON.stringify(p.prop)} of <${p.component}> must be a positive, finite number, and is ${p.value}.`,
          `Write such a number: ${written({ ...p, value: "30" })}.`,
        ),
    },
  },
  "nesting-limit": {
    severity: "error",
    messages: {
      node: (p: { component: string; limit: number }) =>
        say(
          `<${p.component}> stands inside more than ${p.limit} composites.`,
          "Flatten the nesting: a sequence in a sequence adds nothing.",
        ),
    },
  },
  "expansion-limit": {
    severity: "error",
    messages: {
      loops: (p: { total: string; limit: string; product: string; where: string; fits: string | undefined }) =>
        say(`The workflow may run ${p.total} nodes, more than ${p.limit}: ${p.product} at ${p.where}.`, p.fits),
      nodes: (p: { total: string; limit: string }) =>
        say(`The workflow may run ${p.total} nodes, more than ${p.limit}.`, "Split it into several workflows."),
    },
  },
} as const satisfies Record<string, CodeEntry>;
