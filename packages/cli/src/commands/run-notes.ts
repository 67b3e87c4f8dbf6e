import { isGatewayError, type GatewayClient, type RunResult } from "@espalier/client";
import { bodiesOf, type Bundle } from "@espalier/contract";
import type { ReadBundle } from "../bundles.ts";
import { UserError } from "../exit.ts";
import { note, paint, type Terminal } from "../terminal.ts";

/** Whether a bundle has a model call anywhere. */
export function callsModels(bundle: Bundle): boolean {
  const open = [...bundle.nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "chat_completion") return true;
    open.push(...bodiesOf(node).flatMap((body) => body.nodes));
  }
  return false;
}

interface KeptWhere {
  readonly data?: string;
}

/** How long the run took, and where to read more about it. */
export async function noteTrace(
  client: GatewayClient,
  result: RunResult,
  milliseconds: number,
  { data }: KeptWhere,
  terminal: Terminal,
): Promise<void> {
  const rows = await countRows(client, result.runId);
  const say = (text: string): void => note(terminal, paint(terminal, terminal.stderr, "dim", text));
  const took = milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  say(
    `${result.runId}: ${result.workflow}@${result.version} completed in ${took}, ${rows} trace ${rows === 1 ? "row" : "rows"}`,
  );
  say(whereKept(data));
}

function whereKept(data: string | undefined): string {
  if (data === undefined) return "the run was kept in memory only: add --data <folder> to keep its trace";
  return `the run is kept in ${data}: \`espalier serve --data ${data}\` shows it`;
}

async function countRows(client: GatewayClient, runId: string): Promise<number> {
  let rows = 0;
  for (let after: string | null | undefined; after !== null;) {
    const page = await client.trace(runId, { after });
    rows += page.data.length;
    after = page.next;
  }
  return rows;
}

/** A failed run with the place in the author's file where the failing node was written. */
export function explainFailure(error: unknown, { map }: ReadBundle, { data }: KeptWhere): UserError | undefined {
  if (!isGatewayError(error) || error.code !== "run_failed") return undefined;
  const node = /node_\d+$/.exec(error.param ?? "")?.[0];
  const source = node === undefined ? undefined : map?.nodes[node];
  const place = source?.file === undefined ? "" : `${source.file}:${source.line}:${source.column} - `;
  return new UserError(`${place}${error.message}`, {
    hint: data === undefined ? undefined : whereKept(data),
    cause: error,
  });
}
