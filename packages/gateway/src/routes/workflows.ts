import { canonicalJson, digest, type Bundle } from "@espalier/contract";
import type { FastifyInstance } from "fastify";
import { admitBundle } from "../admission.ts";
import { demand, mayUse } from "../http/caller.ts";
import type { GatewayContext } from "../http/context.ts";
import { invalidRequest, notFound } from "../http/http-error.ts";
import { versionOnWire, workflowOnWire } from "../http/wire.ts";
import type { VersionRow } from "../store/index.ts";

interface Named {
  Params: { name: string };
}

/** Registering, publishing and reading workflows. */
export function workflowRoutes(app: FastifyInstance, context: GatewayContext): void {
  const { store } = context;
  const bundleOf = (version: VersionRow): Bundle => JSON.parse(store.bundle(version.no)) as Bundle;
  const latest = (name: string): VersionRow | undefined =>
    store.versions(name).reduce<VersionRow | undefined>(newer, undefined);

  app.post("/v1/workflows", async (request, reply) => {
    demand(request.caller, "author");
    const bundle = admitBundle(request.body, context);
    demand(request.caller, "author", bundle.name);
    const text = canonicalJson(bundle);
    const registration = { name: bundle.name, digest: digest(bundle), bundle: text, at: context.now() };
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
    const data = rows.map((row) => {
      const newest = latest(row.name);
      return workflowOnWire(row, newest === undefined ? null : (bundleOf(newest).description ?? null));
    });
    return { object: "list", data };
  });

  app.get<Named>("/v1/workflows/:name", async (request) => {
    const { name } = request.params;
    demand(request.caller, "read", name);
    const row = store.workflow(name);
    if (row === undefined) throw missingVersion(name, undefined, false);
    const versions = [...store.versions(name)].sort((a, b) => b.version - a.version);
    return {
      ...workflowOnWire(row, bundleOf(versions[0]!).description ?? null),
      versions: versions.map((version) => versionOnWire(version, bundleOf(version).contract_version)),
    };
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

function newer(a: VersionRow | undefined, b: VersionRow): VersionRow {
  return a === undefined || b.version > a.version ? b : a;
}

function readVersion(body: unknown): number | undefined {
  if (body === undefined || body === null) return undefined;
  const version = typeof body === "object" ? (body as { version?: unknown }).version : body;
  if (version === undefined) return undefined;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    throw invalidRequest("version must be a whole number from 1", "version");
  return version;
}

function missingVersion(name: string, version: number | string | undefined, known: boolean) {
  if (!known) return notFound(`there is no workflow "${name}"`, "workflow_not_found");
  return notFound(`the workflow "${name}" has no version ${version}`, "version_not_found");
}
