import type { Json } from "@espalier/contract";

/** A length of time as a person reads it: `340 ms`, `4.2 s`, `3 min 05 s`, `2 h 07 min`. A dash when there is none. */
export function formatDuration(milliseconds: number | undefined): string {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return "–";
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1000) return `${ms} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** Time between a start and an end; until `now` when there is no end yet, undefined when there is no start. */
export function elapsed(
  start: number | null | undefined,
  end: number | null | undefined,
  now: number,
): number | undefined {
  if (start === null || start === undefined) return undefined;
  return Math.max(0, (end ?? now) - start);
}

/** How long ago, in the coarsest words that still help; undefined from a day on, where a date says more. */
export function formatAgo(then: number, now: number): string | undefined {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 5) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return undefined;
}

/** A date and time of day, with seconds. */
export function formatTime(milliseconds: number, locale?: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium", ...zone }).format(milliseconds);
}

/** A whole number with separators between thousands. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 branch`, `2 branches`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** The beginning of a digest: enough to compare by eye. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, "").slice(0, 12);
}

/** A value for reading: a string as it is, anything else as indented JSON. */
export function formatValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** The beginning of a value's JSON text, indented when it is whole; a JSON string without its quotes. */
export function formatPreview(text: string): string {
  try {
    return formatValue(JSON.parse(text) as Json);
  } catch {
    return `${text}…`;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
