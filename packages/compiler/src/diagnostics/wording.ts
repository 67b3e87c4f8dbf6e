/** How bad it is. A workflow with an error has no bundle. */
export type Severity = "error" | "warning";

/** What a diagnostic says. */
export interface Wording {
  /** One sentence, with names in double quotes and components in angle brackets. */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string | undefined;
}

/** One code: how bad it is, and the sentences that it can say. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly messages: { readonly [id: string]: (params: never) => Wording };
}

/** A wording, with the remedy where there is one. */
export function say(message: string, hint?: string): Wording {
  return { message, hint };
}

/** What a neighbour (types, Python, bundling, loading) found: it words its findings itself, in full sentences. */
export interface FoundParams {
  readonly message: string;
  readonly hint: string | undefined;
}

/** Passes on a sentence that was worded where the mistake was found. */
export function found(params: FoundParams): Wording {
  return say(params.message, params.hint);
}

/** `"a", "b" and "c"`, or `"a", "b" or "c"`. */
export function quotedList(names: readonly string[], last: "and" | "or" = "and"): string {
  const quoted = names.map((name) => JSON.stringify(name));
  if (quoted.length < 2) return quoted.join("");
  return `${quoted.slice(0, -1).join(", ")} ${last} ${quoted.at(-1)}`;
}

/** `1 node`, `2 nodes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `Did you mean "total"?`, or a list of what there is, or `otherwise`. */
export function suggestion(near: string | undefined, all: readonly string[], otherwise?: string): string | undefined {
  if (near !== undefined) return `Did you mean ${JSON.stringify(near)}?`;
  if (all.length > 0) return `There ${all.length === 1 ? "is" : "are"} ${quotedList(all)}.`;
  return otherwise;
}

/** What a thrown value says, whatever it is. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "something that cannot be shown";
  }
}
