import type { Gateway, GatewayConfig } from "@espalier/gateway";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { dataFolderError, prepareDataFolder } from "./data-folder.ts";
import { UserError, usageError } from "./exit.ts";
import { parseJson } from "./files/parse-json.ts";
import { placeInJson } from "./files/place-in-json.ts";
import { readText } from "./files/read-text.ts";
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
  const config = await readConfiguration(options.config, terminal);
  const pageDirectory = options.page === false ? undefined : (await import("@espalier/visualizer")).pageDirectory;
  const { createGateway, isGatewayStartError, refuseTakenAddress } = await import("@espalier/gateway");
  const { data, host = "127.0.0.1", port = 0 } = options;
  try {
    // A folder for data is not made for nothing.
    if (data !== undefined && port !== 0) await refuseTakenAddress(host, port);
    return await createGateway({
      config,
      dataDirectory: data === undefined ? undefined : await prepareDataFolder(data, terminal.cwd),
      pageDirectory,
      host,
      port,
      python: nonEmpty(terminal.env["ESPALIER_PYTHON"]),
      unsandboxedPython: options.unsandboxedPython ?? false,
      notice: (text) => note(terminal, text),
    });
  } catch (error) {
    if (!isGatewayStartError(error)) throw error;
    const { message, hint } = error;
    throw dataFolderError(error, data ?? "") ?? new UserError(message, { hint, cause: error });
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** The configuration that was named, or the one of the current folder, or none. */
async function readConfiguration(given: string | undefined, terminal: Terminal): Promise<GatewayConfig | undefined> {
  const file = given ?? CONFIG_FILE;
  if (given === undefined && !(await exists(resolve(terminal.cwd, file)))) return undefined;
  const text = await readText(file, terminal);
  const value = await parseJson(text, file);
  const { isGatewayStartError, readConfig } = await import("@espalier/gateway");
  try {
    return readConfig(value, terminal.env, file);
  } catch (error) {
    if (!isGatewayStartError(error)) throw error;
    const place = error.pointer === undefined ? undefined : await placeInJson(text, error.pointer);
    const message = place === undefined ? error.message : error.message.replace(file, () => `${file}:${place} - `);
    throw usageError(message, { hint: error.hint, cause: error });
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** What a gateway does differently from what a newcomer may expect. */
export interface Limits {
  /** The configuration file that was named. */
  readonly config?: string | undefined;
  /** Only what concerns these languages is worth saying; absent: all. */
  readonly languages?: readonly string[];
  /** Whether models are called at all. */
  readonly models?: boolean;
}

/** Says, beside the result, that models answer with sample data and which languages are missing or run without a sandbox. */
export function noteLimits(
  gateway: Gateway,
  terminal: Terminal,
  { config = CONFIG_FILE, languages, models = true }: Limits = {},
): void {
  const warn = (text: string): void => note(terminal, paint(terminal, terminal.stderr, "yellow", text));
  if (models && gateway.sampleModels) warn(`models: made-up sample answers, because ${config} configures no model`);
  for (const [language, state] of Object.entries(gateway.languages)) {
    if (languages?.includes(language) === false) continue;
    if (!state.available) warn(`${language}: not available: ${state.reason}`);
    else if (state.unconfined !== undefined) warn(`${language}: runs without a sandbox: ${state.unconfined}`);
  }
}
