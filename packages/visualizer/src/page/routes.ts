/** What the address asks for. */
export type Route =
  | { readonly view: "home" }
  | { readonly view: "workflow"; readonly name: string; readonly version: number | undefined }
  | { readonly view: "run"; readonly id: string }
  | { readonly view: "unknown" };

/** Reads `location.hash`. Never throws: an address that names nothing is "unknown". */
export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  const [place, subject, version] = parts;
  if (parts.length === 1 && place === "") return { view: "home" };
  if (!subject) return { view: "unknown" };
  if (place === "runs" && parts.length === 2) return { view: "run", id: subject };
  if (place !== "workflows" || parts.length > 3) return { view: "unknown" };
  if (version === undefined) return { view: "workflow", name: subject, version: undefined };
  return /^[1-9]\d{0,8}$/.test(version)
    ? { view: "workflow", name: subject, version: Number(version) }
    : { view: "unknown" };
}

/** The address of a workflow; of its live or newest version when none is given. */
export function workflowAddress(name: string, version?: number): string {
  return `#/workflows/${encodeURIComponent(name)}${version === undefined ? "" : `/${version}`}`;
}

/** The address of a run. */
export function runAddress(id: string): string {
  return `#/runs/${encodeURIComponent(id)}`;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
