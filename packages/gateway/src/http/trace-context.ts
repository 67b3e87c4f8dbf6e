import type { IncomingHttpHeaders } from "node:http";
import type { TraceContext } from "../store/index.ts";

/** Version, trace, parent and flags, in lower case. Later versions may say more after that. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const LONGEST = 512;

/** Where a request stands in a trace of its caller. Undefined: it does not say, or not as it should, which counts as the same. */
export function readTraceContext({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== "string" || traceparent.length > LONGEST || !TRACEPARENT.test(traceparent))
    return undefined;
  if (traceparent.startsWith("00") && traceparent.length !== 55) return undefined;
  return typeof tracestate === "string" && tracestate.length <= LONGEST ? { traceparent, tracestate } : { traceparent };
}

/** The header with which an answer says of which trace it is. */
export function traceHeader(trace: TraceContext | undefined): Record<string, string> {
  return trace === undefined ? {} : { "x-trace-id": trace.traceparent.slice(3, 35) };
}
