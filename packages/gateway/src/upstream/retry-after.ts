/**
 * How long an upstream asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. What
 * is neither is not guessed at. However long it is: who waits knows the deadline.
 */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const exact = decimal(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const value = headers.get("retry-after");
  const seconds = decimal(value);
  if (seconds !== undefined) return Math.min(Math.ceil(seconds * 1000), Number.MAX_SAFE_INTEGER);
  // Date.parse takes much that is no date of HTTP: "-5" is a month.
  if (value === null || !HTTP_DATE.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

function decimal(text: string | null): number | undefined {
  if (text === null || !/^\d+(\.\d+)?$/.test(text.trim())) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
