import type { Gateway } from "@espalier/gateway";
import { access } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { EXIT, UserError } from "./exit.ts";
import { note, paint, type Terminal } from "./terminal.ts";

/** How a gateway is started, by `serve` and by `run --local`. */
export interface StartOptions {
  /** Folder of the database. Absent: in memory, gone when the process ends. */
  readonly data?: string;
  /** A configuration file; `espalier.config.json` of the current folder when there is one. */
  readonly config?: string;
  readonly host?: string;
  readonly port?: number;
  readonly unsandboxedPython?: boolean;
  /** Whether the page that shows graphs and runs is served. */
  readonly page?: boolean;
}

const CONFIG_FILE = "espalier.config.json";

/** Starts a gateway in this process. Whoever calls closes it. Throws a `UserError` when it cannot start. */
export async function startGateway(options: StartOptions, terminal: Terminal): Promise<Gateway> {
  const { createGateway, loadConfig, isGatewayStartError } = await import("@espalier/gateway");
  try {
    const file = await configFile(options.config, terminal.cwd);
    const config = file === undefined ? undefined : await loadConfig(file, terminal.env);
    const page = options.page === false ? undefined : (await import("@espalier/visualizer")).pageDirectory;
    const gateway = await createGateway({
      ...(config === undefined ? {} : { config }),
      ...(options.data === undefined ? {} : { dataDirectory: resolve(terminal.cwd, options.data) }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(page === undefined ? {} : { pageDirectory: page }),
      port: options.port ?? 0,
      unsandboxedPython: options.unsandboxedPython ?? false,
    });
    return gateway;
  } catch (error) {
    if (!isGatewayStartError(error)) throw error;
    throw new UserError(error.message, { ...(error.hint === undefined ? {} : { hint: error.hint }), cause: error });
  }
}

async function configFile(given: string | undefined, cwd: string): Promise<string | undefined> {
  const file = resolve(cwd, given ?? CONFIG_FILE);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) return file;
  if (given !== undefined)
    throw new UserError(`there is no configuration file "${relative(cwd, file)}"`, { exitCode: EXIT.usage });
  return undefined;
}

/** Says what this gateway does differently from what a newcomer may expect. */
export function noteLimits(gateway: Gateway, terminal: Terminal): void {
  const warn = (text: string): void => note(terminal, paint(terminal, terminal.stderr, "yellow", text));
  if (gateway.sampleModels) warn("models: sample data, clearly labelled, because no model is configured");
  for (const [language, state] of Object.entries(gateway.languages))
    if (!state.available) warn(`${language}: not available: ${state.reason}`);
}
