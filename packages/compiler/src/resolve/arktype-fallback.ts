/** What ArkType tells about something that JSON Schema has no words for. */
export interface Unwritable {
  /** The kind of it: `date`, `domain`, `proto`, `unit`, `symbolKey`, `predicate`… */
  readonly code: string;
  /** The schema without it. */
  readonly base: unknown;
  readonly domain?: unknown;
  readonly proto?: { readonly name?: unknown };
}

/** Names of values that JSON has no form for, and whether a check was left out. */
export interface ArkTypeGaps {
  readonly names: string[];
  hasChecks: boolean;
}

/**
 * The options with which ArkType says what it cannot write; by its own defaults it writes `{}` for a `Date`, without a
 * word. What it says is added to `gaps`.
 */
export function arkTypeOptions(gaps: ArkTypeGaps) {
  const fallback = (unwritable: Unwritable): unknown => {
    const name = nameOf(unwritable);
    if (name === undefined) gaps.hasChecks = true;
    else gaps.names.push(name);
    return unwritable.base;
  };
  return { libraryOptions: { fallback } };
}

/** What is a value of its own kind has a name; all else only narrows what the schema says already. */
function nameOf({ code, domain, proto }: Unwritable): string | undefined {
  switch (code) {
    case "date":
      return "Date";
    case "domain":
      return String(domain);
    case "proto":
      return String(proto?.name ?? "class");
    case "unit":
      return "undefined";
    case "symbolKey":
      return "symbol";
    default:
      return undefined;
  }
}
