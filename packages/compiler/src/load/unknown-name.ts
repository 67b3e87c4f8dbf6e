import { nearest } from "../diagnostics/nearest.ts";

const COMPONENTS =
  "Assistant Branch ChatCompletion ForEach If Input Parallel Python Script Sequence System User Workflow".split(" ");
const HELPERS = ["jsonSchema", "schema", "text"];

const LOOP =
  "A workflow has no open loop: <ForEach items={…}> runs once for each item of a list, at most maxItems times.";
const CHOICE =
  "A choice is <If condition={…} then={…} otherwise={…} />; for more than two ways, put another <If> into otherwise.";
const MODEL = 'A call of a model is <ChatCompletion model="…">, with the prompt as its children.';
const PROGRAM = "A step in code is <Script run={f} />, or <Python run={f} /> for a function of a .py file.";

/** Components that other libraries have, with what is written here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...["While", "Loop", "Until", "Repeat", "DoWhile", "DoUntil"].map((name) => [name, LOOP] as const),
  ...["For", "Each", "Map"].map((name) => [name, "A loop over a list is <ForEach items={…}>."] as const),
  ...["Switch", "Match", "Case", "When", "Condition", "Else"].map((name) => [name, CHOICE] as const),
  ...["Agent", "LLM", "Model", "Chat", "Prompt"].map((name) => [name, MODEL] as const),
  ...["Step", "Task", "Tool", "Action", "Node", "Function"].map((name) => [name, PROGRAM] as const),
]);

/** What to write instead of a name that nothing declares, or that our package does not have; undefined when nobody can tell. */
export function unknownNameHint(name: string): string | undefined {
  const known = [...COMPONENTS, ...HELPERS];
  if (known.includes(name)) return `Import it: import { ${name} } from "@espalier/jsx".`;
  const elsewhere = ELSEWHERE.get(name);
  if (elsewhere !== undefined) return elsewhere;
  const near = nearest(name, known);
  return near === undefined ? undefined : `Did you mean "${near}"? Import it from "@espalier/jsx".`;
}
