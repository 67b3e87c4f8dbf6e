import type { FastifyRequest } from "fastify";
import { timingSafeEqual } from "node:crypto";
import type { Scope, Store } from "../store/index.ts";
import { HttpError } from "./http-error.ts";

/** Who calls, and what they may do. */
export interface Caller {
  /** Row of the key; 0 for the process's own key and for callers of a gateway without keys. */
  readonly keyNo: number;
  readonly scopes: readonly Scope[];
  /** Undefined: all. */
  readonly workflows: readonly string[] | undefined;
}

const EVERYTHING: Caller = { keyNo: 0, scopes: ["author", "invoke", "read"], workflows: undefined };

export interface KeyRing {
  readonly store: Store;
  /** A key that only this process knows. */
  readonly ownKey: string;
  /** Host names that a request to a gateway without keys may name. */
  readonly loopbackNames: ReadonlySet<string>;
}

/**
 * The caller of a request, or 401. A gateway that never had a key lets everybody on this machine in; one whose keys are
 * all revoked lets nobody in, since revoking is meant to shut somebody out.
 */
export function identify(request: FastifyRequest, ring: KeyRing): Caller {
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (given !== undefined && sameText(given, ring.ownKey)) return EVERYTHING;
  if (ring.store.keys().length === 0) return openCaller(request, ring);
  if (given === undefined)
    throw new HttpError("the request has no API key: send it as `Authorization: Bearer <key>`", {
      status: 401,
      code: "missing_api_key",
    });
  const row = ring.store.findKey(given);
  if (row === undefined)
    throw new HttpError("the API key is not one of this gateway", { status: 401, code: "invalid_api_key" });
  return { keyNo: row.no, scopes: row.scopes, workflows: row.workflows };
}

/**
 * A web page must not reach an open gateway: neither by a name of its own that resolves to this machine, nor with a
 * request that browsers send without asking, such as a cancel without a body.
 */
function openCaller(request: FastifyRequest, ring: KeyRing): Caller {
  const { host = "", origin } = request.headers;
  const name = hostName(host);
  if (!ring.loopbackNames.has(name))
    throw new HttpError(`a gateway without keys answers only to the names of this machine, not to "${name}"`, {
      status: 403,
      code: "foreign_host",
    });
  if (origin !== undefined && !ring.loopbackNames.has(hostName(origin.replace(/^https?:\/\//, ""))))
    throw new HttpError(`a gateway without keys takes nothing from pages of other places, such as "${origin}"`, {
      status: 403,
      code: "foreign_origin",
    });
  return EVERYTHING;
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** 403 unless the caller has the scope, and the workflow is one of the caller's. */
export function demand(caller: Caller, scope: Scope, workflow?: string): void {
  if (!caller.scopes.includes(scope))
    throw new HttpError(`this needs a key with the scope "${scope}"`, { status: 403, code: "insufficient_scope" });
  if (workflow !== undefined && !mayUse(caller, workflow))
    throw new HttpError(`this key may not use the workflow "${workflow}"`, {
      status: 403,
      code: "workflow_not_allowed",
    });
}

export function mayUse(caller: Caller, workflow: string): boolean {
  return caller.workflows === undefined || caller.workflows.includes(workflow);
}

/** Whether the caller may use models directly. A key that is for some workflows is for nothing else. */
export function mayUseModels(caller: Caller): boolean {
  return caller.workflows === undefined;
}
