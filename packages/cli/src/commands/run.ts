import type { GatewayClient, RunResult } from "@espalier/client";
import { readBundles } from "../bundles.ts";
import { pickWorkflow } from "../compile-paths.ts";
import { noteLimits, startGateway, type StartOptions } from "../embedded-gateway.ts";
import { EXIT, UserError } from "../exit.ts";
import { connect, type GatewayOptions } from "../gateway-address.ts";
import { readMessages, type MessageOptions } from "../messages.ts";
import { note, paint, print, printJson, progress, type Terminal } from "../terminal.ts";

export interface RunOptions extends GatewayOptions, StartOptions, MessageOptions {
  /** Compile a file and run it in a gateway that lives as long as the command. */
  readonly local?: boolean;
  readonly workflow?: string;
  readonly version?: number;
  readonly idempotencyKey?: string;
  readonly json?: boolean;
}

/** `espalier run`: runs a published workflow, or with `--local` one from a file, and prints its result. */
export async function run(target: string, options: RunOptions, terminal: Terminal): Promise<number> {
  return options.local === true ? runLocal(target, options, terminal) : runRemote(target, options, terminal);
}

async function runRemote(name: string, options: RunOptions, terminal: Terminal): Promise<number> {
  if (/[\\/]|\.(?:[cm]?[jt]sx?|json)$/.test(name))
    throw new UserError(`"${name}" is a file, and \`espalier run\` takes the name of a published workflow`, {
      hint: `espalier run --local ${name}`,
      exitCode: EXIT.usage,
    });
  const messages = await readMessages(options, terminal);
  const client = await connect(options, terminal);
  const { result } = await runOnce(client, name, { ...options, messages }, terminal);
  report(result, options, terminal);
  return EXIT.ok;
}

async function runLocal(path: string, options: RunOptions, terminal: Terminal): Promise<number> {
  const messages = await readMessages(options, terminal);
  const bundle = pickWorkflow(await readBundles([path], terminal), options.workflow);
  const gateway = await startGateway({ ...options, page: false }, terminal);
  try {
    if (options.json !== true) noteLimits(gateway, terminal);
    const { GatewayClient } = await import("@espalier/client");
    const client = new GatewayClient({ baseUrl: gateway.url, apiKey: gateway.ownKey });
    const { name, version } = await client.register(bundle);
    await client.publish(name, version);
    const { result, milliseconds } = await runOnce(client, name, { messages }, terminal);
    report(result, options, terminal);
    if (options.json !== true) await noteTrace(client, result, milliseconds, options, terminal);
    return EXIT.ok;
  } finally {
    await gateway.close();
  }
}

interface Request {
  readonly messages: Awaited<ReturnType<typeof readMessages>>;
  readonly version?: number;
  readonly idempotencyKey?: string;
}

async function runOnce(client: GatewayClient, name: string, request: Request, terminal: Terminal) {
  const started = performance.now();
  const stop = progress(terminal, `running ${name}`);
  try {
    const result = await client.run(name, {
      messages: request.messages,
      version: request.version,
      idempotencyKey: request.idempotencyKey,
    });
    return { result, milliseconds: Math.round(performance.now() - started) };
  } finally {
    stop();
  }
}

function report(result: RunResult<unknown>, options: RunOptions, terminal: Terminal): void {
  if (options.json === true) printJson(terminal, result);
  else print(terminal, typeof result.output === "string" ? result.output : JSON.stringify(result.output, undefined, 2));
}

/** How many nodes ran, how long it took, and where to read more. */
async function noteTrace(
  client: GatewayClient,
  result: RunResult<unknown>,
  milliseconds: number,
  options: RunOptions,
  terminal: Terminal,
): Promise<void> {
  let rows = 0;
  for (let after: string | null | undefined; after !== null;) {
    const page = await client.trace(result.runId, { after });
    rows += page.data.length;
    after = page.next;
  }
  const say = (text: string): void => note(terminal, paint(terminal, terminal.stderr, "dim", text));
  say(`${result.runId}: ${result.workflow}@${result.version} completed in ${milliseconds} ms, ${rows} trace rows`);
  if (options.data === undefined) say("the run was kept in memory only: add --data <folder> to keep its trace");
  else
    say(
      `trace: espalier serve --data ${options.data}, then open /v1/runs/${result.runId}/trace there, or the page at /`,
    );
}
