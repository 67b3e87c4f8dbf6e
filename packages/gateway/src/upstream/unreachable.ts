/** What `fetch` reports as the cause of a call that failed. */
function causeOf(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return Object((Object(error) as { cause?: unknown }).cause ?? error) as { code?: unknown; message?: unknown };
}

const BAD_PORT = "bad port";

/** How Node names a certificate that is not to be trusted, and a port that does not speak TLS. */
const TLS_CODE = /CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/;

/** Whether a call failed in a way in which it always will, until somebody changes something. */
export function isHopeless(error: unknown): boolean {
  const { code, message } = causeOf(error);
  return message === BAD_PORT || (typeof code === "string" && TLS_CODE.test(code));
}

const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether a call failed before the upstream knew of it. What broke off later may have cost something. */
export function neverStarted(error: unknown): boolean {
  return isHopeless(error) || NO_CONNECTION.has(causeOf(error).code);
}

/** Why a call failed. `fetch failed` says nothing; the cause below it does. */
export function reasonOf(error: unknown): string {
  const { code, message } = causeOf(error);
  // Nothing was sent: the standard keeps HTTP clients away from the ports of other protocols.
  if (message === BAD_PORT) return "its port is one that HTTP clients never call";
  const reason = [code, message].find((each) => typeof each === "string" && each !== "");
  return String(reason ?? error);
}
