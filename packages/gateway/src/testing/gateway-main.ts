import { createGateway, readConfig, type GatewayOptions } from "../index.ts";

/** What a gateway process is started with: JSON in its first argument. */
export interface ProcessOptions {
  readonly dataDirectory: string;
  /** What `espalier.config.json` would hold. */
  readonly config?: unknown;
  readonly graceMs?: number;
}

const { dataDirectory, config = {}, graceMs } = JSON.parse(process.argv[2]!) as ProcessOptions;
const options: GatewayOptions = {
  dataDirectory,
  config: readConfig(config, process.env, "config"),
  python: "/nowhere/python3", // its start takes longer than everything else here
};

try {
  const gateway = await createGateway(options);
  const stop = new Promise<undefined>((resolve) => process.once("SIGTERM", () => resolve(undefined)));
  process.stdout.write(`${JSON.stringify({ url: gateway.url })}\n`);
  const error = await Promise.race([gateway.failed, stop]);
  if (error !== undefined) process.stderr.write(`${error.message}\n`);
  await gateway.close(graceMs === undefined ? {} : { graceMs });
  process.exitCode = error === undefined ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
