import { isGatewayError, type GatewayClient, type GatewayError, type TraceRow } from "@espalier/client";
import type { ReadBundle } from "../bundles.ts";
import { UserError } from "../exit.ts";
import { gatewayHint, gatewayMessage } from "../gateway-hint.ts";
import { frameName, innermostOwn, placeFrames } from "../program-places.ts";
import { pageOfRun, whereKept, type KeptWhere } from "./run-notes.ts";

/** A run that failed in a gateway elsewhere, with where its trace is. Anything else stays as it is. */
export function explainRemote(error: unknown, gateway: string): unknown {
  if (!isGatewayError(error) || error.runId === undefined) return error;
  return new UserError(gatewayMessage(error), {
    hint: gatewayHint(error) ?? `the trace of ${error.runId} is at ${pageOfRun(gateway, error.runId)}`,
    cause: error,
  });
}

/**
 * A run that failed in the command's own gateway, with the author's place. What is not kept anywhere is printed now:
 * the executions that led to the failure, with each attempt.
 */
export async function explainLocal(
  error: unknown,
  read: ReadBundle,
  client: GatewayClient,
  { data }: KeptWhere,
): Promise<unknown> {
  if (!isGatewayError(error) || error.code !== "run_failed" || error.runId === undefined) return error;
  const rows = await failingRows(client, error.runId, error.param);
  const lines = data === undefined ? rows.flatMap((row) => describe(row, read)) : [];
  return new UserError(headline(error, rows.at(-1), read), {
    notes: [`${error.runId} of ${read.name} failed${lines.length > 0 ? ":" : ""}`, ...lines],
    hint: whereKept(data, error.runId),
    cause: error,
  });
}

/** The error with the line in the author's program; without one, with that of the node. */
function headline(error: GatewayError, row: TraceRow | undefined, read: ReadBundle): string {
  const own = row === undefined ? undefined : innermostOwn(framesOf(row, row.error, read));
  if (row?.error && own?.place !== undefined)
    return `${own.place} - ${row.path} failed: ${row.error.message} (${row.error.code}, ${frameName(own.frame)})`;
  const place = row === undefined ? undefined : nodePlace(row, read);
  return place === undefined ? error.message : `${place} - ${error.message}`;
}

/** The execution that ended the run and those around it, the outermost first. */
async function failingRows(client: GatewayClient, runId: string, path: string | undefined): Promise<TraceRow[]> {
  const rows: TraceRow[] = [];
  for (let after: string | null | undefined; path !== undefined && after !== null;) {
    const page = await client.trace(runId, { after });
    rows.push(...page.data.filter((row) => path === row.path || isAround(row.path, path)));
    after = rows.at(-1)?.path === path ? null : page.next;
  }
  return rows;
}

/** `node_2` is around `node_2/node_3` and `node_2[4]/node_3`. */
function isAround(outer: string, path: string): boolean {
  return path.startsWith(outer) && /^[/[]/.test(path.slice(outer.length));
}

const ATTEMPTS_SHOWN = 3;
const FRAMES_SHOWN = 5;

function describe(row: TraceRow, read: ReadBundle): string[] {
  const place = nodePlace(row, read);
  const name = row.name === null ? "" : ` "${row.name}"`;
  const head = `  ${row.path}: ${row.kind}${name}${place === undefined ? "" : `, written at ${place}`}`;
  const left = row.attempts.length - ATTEMPTS_SHOWN;
  return [
    head,
    ...(left > 0 ? [`    ${left} earlier ${left === 1 ? "attempt" : "attempts"}`] : []),
    ...row.attempts.slice(-ATTEMPTS_SHOWN).flatMap((attempt) => [
      `    attempt ${attempt.attempt}: ${attempt.error === null ? attempt.status : `${attempt.error.code}: ${attempt.error.message}`}`,
      ...framesOf(row, attempt.error, read)
        .slice(0, FRAMES_SHOWN)
        .map(({ frame, place: at }) => `      ${frameName(frame)}, ${at ?? `line ${frame.line} of the program`}`),
      ...(attempt.log === null ? [] : printed(attempt.log)),
    ]),
  ];
}

const LOG_LINES_SHOWN = 5;

/** The last lines that the program printed. */
function printed(log: string): string[] {
  const lines = log.replace(/\n$/, "").split("\n").slice(-LOG_LINES_SHOWN);
  return lines.map((line) => `      printed: ${line}`);
}

function framesOf(row: TraceRow, error: TraceRow["error"], { map }: ReadBundle) {
  const program = map !== undefined && Object.hasOwn(map.programs, row.node) ? map.programs[row.node] : undefined;
  return placeFrames(program, error?.frames ?? []);
}

function nodePlace(row: TraceRow, { map }: ReadBundle): string | undefined {
  const source = map !== undefined && Object.hasOwn(map.nodes, row.node) ? map.nodes[row.node] : undefined;
  return source?.file === undefined ? undefined : `${source.file}:${source.line}:${source.column}`;
}
