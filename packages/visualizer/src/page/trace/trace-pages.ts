import type { Page } from "@espalier/client";
import type { Execution } from "../wire.ts";

export const PAGE_ROWS = 1000;

/** The beginning of a trace, as far as it was asked for. */
export interface LoadedTrace {
  readonly rows: readonly Execution[];
  /** Whether the gateway has more. */
  readonly more: boolean;
}

export const NO_TRACE: LoadedTrace = { rows: [], more: false };

/** Reads one page of a trace. */
export type ReadPage = (page: { limit: number; after?: string }) => Promise<Page<Execution>>;

/** Reads the first `pages` pages of a trace. */
export async function loadTrace(read: ReadPage, pages: number): Promise<LoadedTrace> {
  const rows: Execution[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page++) {
    const { data, next }: Page<Execution> = await read({ limit: PAGE_ROWS, ...(after === null ? {} : { after }) });
    rows.push(...data);
    after = next;
    if (after === null) break;
  }
  return { rows, more: after !== null };
}
