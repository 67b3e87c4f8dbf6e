/** The types and functions that the measured workflows use. */
export const RULES = `export interface Line {
  sku: string;
  quantity: number;
  unitPrice: number;
}
export interface Order {
  id: string;
  customer: string;
  status: "open" | "paid" | "shipped";
  lines: Line[];
  note: string | null;
}
export interface Orders {
  orders: Order[];
}
export interface Decision {
  id: string;
  total: number;
  accepted: boolean;
}

const total = (order: Order): number => order.lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);

export const isLarge = (order: Order): boolean => total(order) > 1000;

export function accept(order: Order): Decision {
  return { id: order.id, total: total(order), accepted: true };
}

export function refuse(order: Order): Decision {
  return { id: order.id, total: total(order), accepted: false };
}
`;

/** The names that a block needs in scope. */
export const IMPORTS = `import { ChatCompletion, ForEach, If, Input, Script, System, Workflow, schema } from "@espalier/jsx";
import { accept, isLarge, type Orders, refuse } from "./rules.ts";
`;

/** Five nodes: a model call, and a loop over what it gives with a choice of two programs. */
export const BLOCK = `
    <ChatCompletion model="fast" responseModel={schema<Orders>()} timeoutSeconds={30}>
      <System>Extract every order in the conversation.</System>
      {Input.messages}
    </ChatCompletion>
    <ForEach items={Input.previous.field("orders")} maxItems={MAX_ITEMS} maxConcurrency={8}>
      <If condition={isLarge} then={<Script run={refuse} />} otherwise={<Script run={accept} />} />
    </ForEach>`;
