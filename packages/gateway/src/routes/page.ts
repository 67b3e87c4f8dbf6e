import { readFile, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { GatewayStartError } from "../errors.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Nothing from elsewhere, nothing inline, no frames: what a workflow made is shown, never run. */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/**
 * Serves the files of one folder: `index.html` at `/`, the others by name. They are read once, so no path leads out.
 * Throws a `GatewayStartError` when the folder cannot be read.
 */
export async function pageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const names = await readdir(folder).catch((cause: Error) => {
    throw new GatewayStartError(`cannot read the page's folder: ${cause.message}`, { cause });
  });
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const content = await readFile(join(folder, name));
    const path = name === "index.html" ? "/" : `/${name}`;
    app.get(path, async (_request, reply) =>
      reply.headers({ ...SECURITY_HEADERS, "content-type": type }).send(content),
    );
  }
}
