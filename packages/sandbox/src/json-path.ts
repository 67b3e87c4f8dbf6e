/** Property names and list positions that lead to a value. */
export type JsonPath = readonly (string | number)[];

const SIMPLE_NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const MAX_STEPS = 12;

/** Writes a path as `$.invoices[3]["due date"]`; a very long one ends in `…`. */
export function formatPath(path: JsonPath): string {
  const steps = path.slice(0, MAX_STEPS).map(formatStep);
  return `$${steps.join("")}${path.length > MAX_STEPS ? "…" : ""}`;
}

function formatStep(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  const name = step.slice(0, 100);
  return SIMPLE_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
