import { languagesOf, type GatewayClient, type Message, type RunResult } from "@espalier/client";
import { readBundles, type ReadBundle } from "../bundles.ts";
import { pickWorkflow } from "../compile-paths.ts";
import { noteLimits, startGateway, type StartOptions } from "../embedded-gateway.ts";
import { EXIT, usageError } from "../exit.ts";
import { connect, gatewayAddress, type GatewayOptions } from "../gateway-address.ts";
import { codeOfInterrupt, withInterrupt } from "../interrupt.ts";
import { readMessages, type MessageOptions } from "../messages.ts";
import { readName } from "../names.ts";
import { note, print, printJson, progress, type Terminal } from "../terminal.ts";
import { explainLocal, explainRemote } from "./run-failure.ts";
import { callsModels, noteTrace } from "./run-notes.ts";

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
  refuseMixtures(target, options);
  return options.local === true ? runLocal(target, options, terminal) : runRemote(target, options, terminal);
}

const ONLY_LOCAL = { workflow: "workflow", data: "data", config: "config", unsandboxedPython: "unsandboxed-python" };
const ONLY_REMOTE = { gateway: "gateway", version: "version", idempotencyKey: "idempotency-key" };

function refuseMixtures(target: string, options: RunOptions): void {
  const local = options.local === true;
  if (!local && /[\\/]|\.(?:[cm]?[jt]sx?|json)$/.test(target.replace(/^workflow\//, "")))
    throw usageError(`"${target}" is a file, and \`espalier run\` takes the name of a published workflow`, {
      hint: `espalier run --local ${target}`,
    });
  for (const [key, flag] of Object.entries(local ? ONLY_REMOTE : ONLY_LOCAL))
    if (options[key as keyof RunOptions] !== undefined)
      throw usageError(
        local
          ? `--${flag} and --local exclude each other: --local runs in a gateway of its own`
          : `--${flag} goes with --local only: it is about a gateway that this command starts`,
      );
}

async function runRemote(target: string, options: RunOptions, terminal: Terminal): Promise<number> {
  const { name, version } = readName(target, options.version);
  const messages = await readMessages(options, terminal);
  const client = await connect(options, terminal);
  return withInterrupt(terminal, async (interrupt) => {
    const request = { messages, version, idempotencyKey: options.idempotencyKey };
    const result = await runOnce(client, name, request, interrupt, terminal).catch((error: unknown) => {
      throw explainRemote(error, gatewayAddress(options, terminal));
    });
    if (result === undefined) {
      note(
        terminal,
        options.idempotencyKey === undefined
          ? "stopped waiting: the gateway cancels the run, because nobody waits for it any more"
          : "stopped waiting: the run goes on, and the same command waits for its result again",
      );
      return codeOfInterrupt(interrupt);
    }
    report(result, options, terminal);
    return EXIT.ok;
  });
}

async function runLocal(path: string, options: RunOptions, terminal: Terminal): Promise<number> {
  const messages = await readMessages(options, terminal);
  const read = pickWorkflow(await readBundles([path], terminal), options.workflow);
  return withInterrupt(terminal, async (interrupt) => {
    const gateway = await startGateway({ ...options, page: false }, terminal);
    try {
      noteLimits(gateway, terminal, {
        config: options.config,
        languages: languagesOf(read.bundle),
        models: callsModels(read.bundle),
      });
      const { GatewayClient } = await import("@espalier/client");
      const client = new GatewayClient({ baseUrl: gateway.url, apiKey: gateway.ownKey });
      const { name, version } = await client.register(read.bundle);
      await client.publish(name, version);
      return await runHere(client, read, messages, interrupt, options, terminal);
    } finally {
      await gateway.close({ graceMs: 0 });
    }
  });
}

async function runHere(
  client: GatewayClient,
  read: ReadBundle,
  messages: readonly Message[],
  interrupt: AbortSignal,
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const started = performance.now();
  let result: RunResult | undefined;
  try {
    result = await runOnce(client, read.name, { messages }, interrupt, terminal);
  } catch (error) {
    throw await explainLocal(error, read, client, options);
  }
  if (result === undefined) {
    note(terminal, await fate(client, read.name));
    return codeOfInterrupt(interrupt);
  }
  const milliseconds = Math.round(performance.now() - started);
  report(result, options, terminal);
  await noteTrace(client, result, milliseconds, options, terminal);
  return EXIT.ok;
}

/** The gateway is this command's own, so its newest run of the workflow is the one that was waited for. */
async function fate(client: GatewayClient, name: string): Promise<string> {
  const [newest] = (await client.runs({ workflow: name, limit: 1 })).data;
  if (newest === undefined) return "stopped before the run began";
  const { id, status } = await client.cancel(newest.id);
  return `stopped: ${id} is ${status}`;
}

interface Request {
  readonly messages: readonly Message[];
  readonly version?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The result, or undefined when the user stopped waiting for it. */
async function runOnce(
  client: GatewayClient,
  name: string,
  request: Request,
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<RunResult | undefined> {
  const stop = progress(terminal, `running ${name}`);
  try {
    interrupt.throwIfAborted();
    return await client.run(name, { ...request, signal: interrupt });
  } catch (error) {
    if (interrupt.aborted) return undefined;
    throw error;
  } finally {
    stop();
  }
}

function report(result: RunResult, options: RunOptions, terminal: Terminal): void {
  if (options.json === true) printJson(terminal, result);
  else print(terminal, typeof result.output === "string" ? result.output : JSON.stringify(result.output, undefined, 2));
}
