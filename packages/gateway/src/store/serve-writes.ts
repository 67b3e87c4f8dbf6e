import type { MessagePort } from "node:worker_threads";
import { closeDatabase } from "./database.ts";
import { StoreError } from "./errors.ts";
import type { Sql } from "./sql.ts";
import { createWrites, type Writes } from "./writes.ts";

/** What the writing thread is asked. */
export interface WriteCall {
  readonly id: number;
  readonly name: keyof Writes | "close";
  readonly args: readonly unknown[];
}

export interface WriteAnswer {
  readonly id: number;
  readonly value?: unknown;
  /** With a `reason` it is a `StoreError`; anything else is a mistake of ours. */
  readonly error?: { readonly reason: string | undefined; readonly message: string };
}

/** Carries out writes that come over a port, one after the other, until it is told to close. */
export function serveWrites(port: MessagePort, sql: Sql): void {
  const writes = createWrites(sql);

  function carryOut({ name, args }: WriteCall): unknown {
    if (name === "close") return closeDatabase(sql);
    return (writes[name] as (...args: readonly unknown[]) => unknown)(...args);
  }

  port.on("message", (call: WriteCall) => {
    port.postMessage(answer(call.id, () => carryOut(call)));
    if (call.name === "close") port.close();
  });
}

function answer(id: number, work: () => unknown): WriteAnswer {
  try {
    return { id, value: work() };
  } catch (error) {
    const { stack, message } = error as Error;
    if (!(error instanceof StoreError)) return { id, error: { reason: undefined, message: stack ?? message } };
    return { id, error: { reason: error.reason, message: message.slice(error.reason.length + 2) } };
  }
}
