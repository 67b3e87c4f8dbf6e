import { canonicalJson, digestOfText, type Bundle } from "@espalier/contract";
import type { FastifyInstance } from "fastify";
import { admitBundle } from "../admission.ts";
import { createCache } from "../engine/cache.ts";
import { demand, mayUse } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { invalidRequest, notFound } from "../http/http-error.ts";
import { versionOnWire, workflowOnWire } from "../http/wire.ts";
import type { VersionRow, WorkflowRow } from "../store/index.ts";

interface Named {
  Params: { name: string };
}

/** What lists show of a version's bundle. */
interface BundleHead {
  readonly description: string | null;
  readonly contractVersion: number;
}

/** How many characters of descriptions are kept, and what an entry counts besides. */
const MOST_HEADS = 4 * 1024 * 1024;
const HEAD_SIZE = 100;

/** Registering, publishing and reading workflows. */
export function workflowRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { store } = context;
  const bundleOf = (version: VersionRow): Bundle => JSON.parse(store.bundle(version.no)) as Bundle;
  // Versions never change, so their bundles are read for lists once, not at each call.
  const heads = createCache<number, BundleHead>(MOST_HEADS);
  const headOf = (version: VersionRow): BundleHead => {
    let head = heads.get(version.no);
    if (head === undefined) {
      const { description = null, contract_version: contractVersion } = bundleOf(version);
      head = { description, contractVersion };
      heads.set(version.no, head, (description?.length ?? 0) + HEAD_SIZE);
    }
    return head;
  };
  /** What the newest version of a workflow says about it. */
  const description = ({ name, latestVersion }: WorkflowRow): string | null => {
    const newest = store.version(name, latestVersion);
    return newest === undefined ? null : headOf(newest).description;
  };

  app.post("/v1/workflows", async (request, reply) => {
    demand(request.caller, "author");
    const bundle = await admitBundle(request.body, context);
    demand(request.caller, "author", bundle.name);
    const text = canonicalJson(bundle);
    const registration = { name: bundle.name, digest: digestOfText(text), bundle: text, at: context.now() };
    const { version, created } = await store.register(registration);
    return reply
      .code(created ? 201 : 200)
      .send({ name: version.name, version: version.version, digest: version.digest });
  });

  app.post<Named>("/v1/workflows/:name/publish", async (request) => {
    const { name } = request.params;
    demand(request.caller, "author", name);
    const wanted = readVersion(request.body);
    const live = await store.publish(name, wanted, context.now());
    if (live === undefined) throw missingVersion(name, wanted, store.workflow(name) !== undefined);
    return { name, version: live.version };
  });

  app.post<Named>("/v1/workflows/:name/unpublish", async (request) => {
    const { name } = request.params;
    demand(request.caller, "author", name);
    if (store.workflow(name) === undefined) throw missingVersion(name, undefined, false);
    await store.unpublish(name);
    return { name };
  });

  app.get("/v1/workflows", async (request) => {
    demand(request.caller, "read");
    const rows = store.workflows().filter((row) => mayUse(request.caller, row.name));
    return { object: "list", data: rows.map((row) => workflowOnWire(row, description(row))) };
  });

  app.get<Named>("/v1/workflows/:name", async (request) => {
    const { name } = request.params;
    demand(request.caller, "read", name);
    const row = store.workflow(name);
    if (row === undefined) throw missingVersion(name, undefined, false);
    const versions = store.versions(name).map((version) => versionOnWire(version, headOf(version).contractVersion));
    return { ...workflowOnWire(row, description(row)), versions };
  });

  app.get<{ Params: { name: string; version: string } }>("/v1/workflows/:name/versions/:version", async (request) => {
    const { name, version } = request.params;
    demand(request.caller, "read", name);
    const wanted = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
    const row = wanted === undefined ? undefined : store.version(name, wanted);
    if (row === undefined) throw missingVersion(name, version, store.workflow(name) !== undefined);
    return bundleOf(row);
  });
}

/** The version to publish; undefined for the newest. */
function readVersion(body: unknown): number | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body !== "object" || Array.isArray(body)) throw invalidRequest("the body must be a JSON object");
  const other = Object.keys(body).find((key) => key !== "version");
  if (other !== undefined) throw invalidRequest(`the body takes version, not ${JSON.stringify(other)}`, other);
  const { version } = body as { version?: unknown };
  if (version === undefined) return undefined;
  if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 1)
    throw invalidRequest("version must be a whole number from 1", "version");
  return version;
}

function missingVersion(name: string, version: number | string | undefined, known: boolean) {
  if (!known) return notFound(`there is no workflow "${name}"`, "workflow_not_found");
  return notFound(`the workflow "${name}" has no version ${version}`, "version_not_found");
}
