import type { Page } from "@espalier/client";
import type { Execution } from "../wire.ts";

export const PAGE_ROWS = 1000;

/** The beginning of a trace, as far as it was asked for. */
export interface LoadedTrace {
  readonly rows: readonly Execution[];
  readonly pages: number;
  /** Where the gateway goes on; null when this is all. */
  readonly next: string | null;
}

export const NO_TRACE: LoadedTrace = { rows: [], pages: 0, next: null };

/** Reads one page of a trace. */
export type ReadPage = (page: { limit: number; after?: string }) => Promise<Page<Execution>>;

/** Reads the first `pages` pages of a trace, going on from what is there of it already. */
export async function loadTrace(read: ReadPage, pages: number, from: LoadedTrace = NO_TRACE): Promise<LoadedTrace> {
  const rows = [...from.rows];
  let { pages: loaded, next } = from;
  while (loaded < pages && (loaded === 0 || next !== null)) {
    const page = await read({ limit: PAGE_ROWS, ...(next === null ? {} : { after: next }) });
    rows.push(...page.data);
    next = page.next;
    loaded++;
  }
  return { rows, pages: loaded, next };
}
