import type { GatewayLimits } from "../config/index.ts";
import { HttpError } from "./http-error.ts";

export type RateLimits = Pick<
  GatewayLimits,
  "requestsPerMinute" | "concurrentRuns" | "keyRequestsPerMinute" | "keyConcurrentRuns"
>;

/** A place that a request has taken. One of the two is called, once. */
export interface Place {
  /** The request was taken: it counts for a minute, and as a run until `end` settles. */
  keep(end?: Promise<unknown>): void;
  /** It was refused or had been answered before: it does not count. */
  giveBack(): void;
}

export interface RateLimiter {
  /** A place for a request of a key, or the 429 that says how long to wait. What is refused takes nothing from others. */
  enter(keyNo: number, what: "run" | "request"): Place | HttpError;
  /** Counts a run that goes on from before. */
  resume(keyNo: number, end: Promise<unknown>): void;
}

const MINUTE = 60_000;
/** Nobody knows when a run ends. */
const RUN_WAIT_MS = 5_000;
/** Clients take no notice of longer waits, but try again at once. */
const LONGEST_WAIT_MS = 60_000;

/** What counts against one pair of limits. */
interface Meter {
  /** When the requests of the last minute were taken, in order. */
  readonly times: number[];
  pending: number;
  runs: number;
}

/**
 * Limits for the gateway and for each key. In any 60 seconds no more than the limit is taken, and never more runs at once:
 * a place counts from the moment that it is asked for. `now` is in milliseconds and must not go back.
 */
export function createRateLimiter(limits: RateLimits, now: () => number): RateLimiter {
  const all = createMeter();
  const byKey = new Map<number, Meter>();

  function meterOf(keyNo: number): Meter {
    let meter = byKey.get(keyNo);
    if (meter === undefined) byKey.set(keyNo, (meter = createMeter()));
    return meter;
  }

  const count = (meters: readonly Meter[], field: "pending" | "runs", by: number): void =>
    meters.forEach((meter) => (meter[field] += by));

  function refuse(keyNo: number, isRun: boolean): HttpError | undefined {
    const at = now();
    const own = meterOf(keyNo);
    const { requestsPerMinute, concurrentRuns, keyRequestsPerMinute, keyConcurrentRuns } = limits;
    return (
      tooMany(own, keyRequestsPerMinute, at, "this key") ??
      tooMany(all, requestsPerMinute, at, "this gateway") ??
      (isRun
        ? (tooBusy(own, keyConcurrentRuns, "this key") ?? tooBusy(all, concurrentRuns, "this gateway"))
        : undefined)
    );
  }

  return {
    enter(keyNo, what) {
      const isRun = what === "run";
      const refusal = refuse(keyNo, isRun);
      if (refusal !== undefined) return refusal;
      const meters = [all, meterOf(keyNo)];
      count(meters, "pending", 1);
      if (isRun) count(meters, "runs", 1);
      const leave = (): void => {
        if (isRun) count(meters, "runs", -1);
      };
      return {
        keep(end) {
          count(meters, "pending", -1);
          for (const { times } of meters) times.push(now());
          end?.then(leave, leave);
        },
        giveBack() {
          count(meters, "pending", -1);
          leave();
        },
      };
    },
    resume(keyNo, end) {
      const meters = [all, meterOf(keyNo)];
      count(meters, "runs", 1);
      const leave = () => count(meters, "runs", -1);
      end.then(leave, leave);
    },
  };
}

function createMeter(): Meter {
  return { times: [], pending: 0, runs: 0 };
}

function tooMany(meter: Meter, most: number | undefined, at: number, who: string): HttpError | undefined {
  const { times, pending } = meter;
  const fresh = times.findIndex((time) => at - time < MINUTE);
  times.splice(0, fresh === -1 ? times.length : fresh);
  if (most === undefined || times.length + pending < most) return undefined;
  return rateLimited(`${who} takes ${most} requests a minute`, times[0] === undefined ? 1000 : times[0] + MINUTE - at);
}

function tooBusy({ runs }: Meter, most: number | undefined, who: string): HttpError | undefined {
  if (most === undefined || runs < most) return undefined;
  return rateLimited(`${who} has ${most} runs at the same time, and no more`, RUN_WAIT_MS);
}

/** 429, with the whole seconds to wait. */
export function rateLimited(message: string, waitMs: number): HttpError {
  return new HttpError(message, {
    status: 429,
    code: "rate_limit_exceeded",
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
    ...(waitMs > LONGEST_WAIT_MS ? { retry: false } : {}),
  });
}
