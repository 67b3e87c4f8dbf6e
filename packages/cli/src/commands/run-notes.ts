import type { GatewayClient, RunResult } from "@espalier/client";
import { bodiesOf, type Bundle } from "@espalier/contract";
import { DEFAULT_PORT } from "../gateway-address.ts";
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

/** Where a run in a gateway of the command's own is kept, if anywhere. */
export interface KeptWhere {
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
  say(whereKept(data, result.runId));
}

/** How to read the trace of a run that was made here. */
export function whereKept(data: string | undefined, runId: string): string {
  if (data === undefined) return "the run was kept in memory only: add --data <folder> to keep its trace";
  const page = pageOfRun(`http://127.0.0.1:${DEFAULT_PORT}`, runId);
  return `the run is kept in ${data}: start \`npx espalier serve --data ${shellWord(data)}\`, then open ${page}`;
}

/** The page of a run in a gateway, whose address may end with `/v1`. */
export function pageOfRun(gateway: string, runId: string): string {
  const { origin, pathname } = new URL(gateway);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}/#/runs/${runId}`;
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
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
