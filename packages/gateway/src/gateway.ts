import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createSandbox, type Availability, type Sandbox } from "@espalier/sandbox";
import type { FastifyInstance } from "fastify";
import { createParts } from "./closing.ts";
import { NO_CONFIG, type GatewayConfig, type GatewayLimits } from "./config/index.ts";
import { createClock, createEngine, DEFAULT_SETTINGS, type Engine } from "./engine/index.ts";
import { GatewayStartError } from "./errors.ts";
import { cannotListen } from "./listening.ts";
import type { ReportError } from "./http/answer-error.ts";
import type { GatewayContext } from "./http/context.ts";
import { createRateLimiter } from "./http/rate-limiter.ts";
import { createServer } from "./http/server.ts";
import { open } from "./manage-keys.ts";
import { programCaller } from "./programs.ts";
import { startRetention } from "./retention.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { addRoutes } from "./routes/index.ts";
import { pageRoutes } from "./routes/page.ts";
import { storingProblem, type Scope, type Store } from "./store/index.ts";
import { listModels, type ListedModel } from "./upstream/list-models.ts";
import { createModels } from "./upstream/models.ts";
import { createSchemaValidator } from "./validation/index.ts";

/** How a gateway is started. */
export interface GatewayOptions {
  /** Folder of the database, made when missing. Absent: everything is kept in memory. */
  readonly dataDirectory?: string | undefined;
  /** Address to listen on; any other than loopback needs at least one key in the data folder. */
  readonly host?: string | undefined;
  /** 0 takes a free port. */
  readonly port?: number | undefined;
  readonly config?: GatewayConfig | undefined;
  /** Folder with the page that shows graphs and runs. */
  readonly pageDirectory?: string | undefined;
  /** Runs Python programs without a sandbox where the sandbox does not work. */
  readonly unsandboxedPython?: boolean | undefined;
  /** The interpreter for Python programs, as a path or a command: `python3` unless given. */
  readonly python?: string | undefined;
  /** Told of errors that a request met and that are not the client's. Writes one line to standard error by default. */
  readonly report?: ReportError | undefined;
  /** Told, in a sentence, of what an operator should know. Writes a line to standard error by default. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** A running gateway. */
export interface Gateway {
  /** Without a trailing slash, such as `http://127.0.0.1:4111`. */
  readonly url: string;
  readonly port: number;
  /** A key with all scopes that lives as long as this gateway and stands nowhere. */
  readonly ownKey: string;
  readonly languages: Readonly<Record<"javascript" | "python", Availability>>;
  /** The configured models, without their keys. */
  readonly models: readonly ListedModel[];
  /** Whether every model is sample data, because none is configured. */
  readonly sampleModels: boolean;
  /** Whether a run is going on. */
  isBusy(): boolean;
  /** Resolves when the store can no longer be written: the process should end. */
  readonly failed: Promise<Error>;
  /** Stores a new key and gives its text, this once. */
  createKey(key: { label: string; scopes: readonly Scope[]; workflows?: readonly string[] }): Promise<string>;
  /** Takes no more work, lets attempts in flight end for a while, and closes everything. Runs go on at the next start. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

/** Starts a gateway. Rejects with a `GatewayStartError` when its data folder, address or configuration does not work. */
export async function createGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const host = options.host ?? "127.0.0.1";
  const config = options.config ?? NO_CONFIG;
  const notice = options.notice ?? noticeOnStderr;
  const parts = createParts();
  try {
    const store = parts.add(await open(options.dataDirectory));
    refuseOpenAddress(host, store);
    const sandbox = parts.add(await startSandbox(options));
    const validator = createSchemaValidator();
    const models = parts.add(createModels(config.models, validator.validate));
    const limits = limitsOf(config);
    let fail: (error: Error) => void = () => {};
    const failed = new Promise<Error>((resolve) => (fail = resolve));
    const clock = createClock(store.newestTime());
    const metrics = parts.add(createMetrics({ engine: () => running?.status(), sandbox }));
    let running: Engine | undefined;
    const engine = await createEngine({
      store: metrics.watchStore(store),
      clock,
      callModel: metrics.watchModels(models.call, (name) => (config.models.has(name) ? name : "other")),
      callProgram: programCaller(sandbox),
      validate: validator.validate,
      settings: engineSettings(limits, sandbox),
      onFatal: fail,
      onTrouble: (trouble) => notice(troubleText(trouble)),
    });
    running = engine;
    const limiter = createRateLimiter(limits, () => performance.now());
    for (const { id, keyNo } of store.openRuns()) limiter.resume(keyNo, engine.result(id) ?? Promise.resolve());
    parts.add({ close: () => engine.close({ graceMs: 0 }) });
    parts.add(startRetention({ store, clock, retention: config.retention, onFatal: fail }));
    const ownKey = `esk_${randomBytes(24).toString("base64url")}`;
    const loopbackNames = new Set([...LOOPBACK, "[::1]", host.toLowerCase()]);
    const languages = sandbox.languages();
    const keys = { store, ownKey, loopbackNames };
    const context = { store, engine, models, validator, keys, languages, limits, metrics, limiter, now: Date.now };
    const app = parts.add(await listen(context, host, options));
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
      port,
      ownKey,
      languages,
      models: listModels(config.models),
      sampleModels: models.allSample,
      isBusy: () => engine.status().activeRuns > 0,
      failed,
      createKey: async (key) => (await store.createKey({ ...key, at: Date.now() })).key,
      close: once(async ({ graceMs }: { graceMs?: number } = {}) => {
        // While attempts in flight end, the server goes on answering; who waits for a run is told before it goes.
        await engine.close(graceMs === undefined ? {} : { graceMs });
        await parts.close();
      }),
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

function startSandbox({ python, unsandboxedPython = false }: GatewayOptions): Promise<Sandbox> {
  return createSandbox({ unsandboxedPython, ...(python === undefined ? {} : { python }) });
}

function refuseOpenAddress(host: string, store: Store): void {
  if (LOOPBACK.has(host) || store.keys().some((key) => key.revokedAt === undefined)) return;
  throw new GatewayStartError(`a gateway without keys listens on this machine only, not on ${host}`, {
    hint: "make a key first, in the same data folder: espalier keys create --data <folder>",
  });
}

function limitsOf(config: GatewayConfig): GatewayLimits {
  return {
    runLimit: DEFAULT_SETTINGS.runLimit,
    calls: DEFAULT_SETTINGS.calls,
    budget: DEFAULT_SETTINGS.budget,
    leafTimeoutSeconds: DEFAULT_SETTINGS.leafTimeoutMs / 1000,
    runDeadlineSeconds: DEFAULT_SETTINGS.runDeadlineMs / 1000,
    bodyBytes: 50 * 1024 * 1024,
    arrayItems: 100_000,
    ...config.limits,
  };
}

/** A program's slot is its worker: there are as many as workers of the scarcer language. */
function engineSettings(limits: GatewayLimits, sandbox: Sandbox) {
  return {
    runLimit: limits.runLimit,
    calls: limits.calls,
    budget: limits.budget,
    leafTimeoutMs: limits.leafTimeoutSeconds * 1000,
    runDeadlineMs: limits.runDeadlineSeconds * 1000,
    programs: Math.max(1, sandbox.size("javascript"), sandbox.size("python")),
  };
}

async function listen(context: GatewayContext, host: string, options: GatewayOptions): Promise<FastifyInstance> {
  const { port = 0, pageDirectory } = options;
  const app = createServer(context, options.report ?? reportToStderr);
  try {
    addRoutes(app, context);
    if (pageDirectory !== undefined) await pageRoutes(app, pageDirectory);
    await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
      throw cannotListen(error, host, port);
    });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

const reportToStderr: ReportError = (error, { method, url }) => {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${method} ${url.split("?", 1)[0]}: ${said}\n`);
};

const noticeOnStderr = (text: string): void => void process.stderr.write(`${text}\n`);

function troubleText(trouble: Error | undefined): string {
  if (trouble === undefined) return "runs are stored again, and new work is taken";
  return `nothing can be stored, so runs wait and new work is refused: ${storingProblem(trouble)}`;
}

function once<A>(work: (argument?: A) => Promise<void>): (argument?: A) => Promise<void> {
  let running: Promise<void> | undefined;
  return (argument) => (running ??= work(argument));
}
