/** Functions of a file, and what they are counted by. */
const FILES = 10;
const FUNCTIONS_PER_FILE = 10;
/** Each block has five nodes. */
const BLOCKS = 10;

/** The files of a project with so many workflows of 50 nodes, which use 100 functions in ten files. */
export function largeProject(workflows: number): Record<string, string> {
  const files: Record<string, string> = { "types.ts": TYPES, "shared.ts": SHARED };
  for (let file = 0; file < FILES; file++) files[`rules/rules-${file}.ts`] = rules(file);
  for (let flow = 0; flow < workflows; flow++) files[`flows/flow-${flow}.tsx`] = workflow(flow);
  return files;
}

const TYPES = `export interface Line {
  sku: string;
  quantity: number;
  unitPrice: number;
}
export interface Order {
  id: string;
  status: "open" | "paid" | "shipped";
  lines: Line[];
  note: string | null;
}
export interface Orders {
  orders: Order[];
}
`;

const SHARED = `import type { Order } from "./types.ts";

export const total = (order: Order): number => order.lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;
`;

/** Nine functions that change an order, and a predicate. */
function rules(file: number): string {
  const changes = Array.from({ length: FUNCTIONS_PER_FILE - 1 }, (_, index) => {
    return `
export function change_${file}_${index}(order: Order): Order {
  const lines = order.lines.map((line) => ({ ...line, unitPrice: round(line.unitPrice * ${1 + index / 100}) }));
  return { ...order, lines, note: total(order) > ${(file + 1) * 100} ? "change ${index}" : null };
}
`;
  });
  return `import { round, total } from "../shared.ts";
import type { Order } from "../types.ts";
${changes.join("")}
export const isLarge_${file} = (order: Order): boolean => total(order) > ${(file + 1) * 1000};
`;
}

/** A model call and a loop, ten times, in which every function of some files has its turn. */
function workflow(flow: number): string {
  const imported = new Map<number, Set<string>>();
  const use = (file: number, name: string): string => {
    imported.set(file, (imported.get(file) ?? new Set()).add(name));
    return name;
  };
  const blocks = Array.from({ length: BLOCKS }, (_, block) => {
    const file = (flow + block) % FILES;
    const change = (offset: number) =>
      use(file, `change_${file}_${(flow + block + offset) % (FUNCTIONS_PER_FILE - 1)}`);
    return `
    <ChatCompletion model="fast" responseModel={schema<Orders>()}>
      <System>Extract every order in the conversation.</System>
      {Input.messages}
    </ChatCompletion>
    <ForEach items={Input.previous.field("orders")} maxConcurrency={8}>
      <If condition={${use(file, `isLarge_${file}`)}} then={<Script run={${change(0)}} />} otherwise={<Script run={${change(1)}} />} />
    </ForEach>`;
  });
  const imports = [...imported].map(
    ([file, names]) => `import { ${[...names].join(", ")} } from "../rules/rules-${file}.ts";`,
  );
  return `import { ChatCompletion, ForEach, If, Input, Script, System, Workflow, schema } from "@espalier/jsx";
import type { Orders } from "../types.ts";
${imports.join("\n")}

export default (
  <Workflow name="flow-${flow}">${blocks.join("")}
  </Workflow>
);
`;
}
