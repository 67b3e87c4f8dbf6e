import type { Binding } from "@espalier/contract";

/** A binding as one would write it: `messages`, `previous.total`, `item`, a literal as JSON. */
export function bindingText(binding: Binding): string {
  switch (binding.source) {
    case "messages":
      return "messages";
    case "literal":
      return JSON.stringify(binding.value);
    default:
      return [binding.source, ...(binding.path ?? [])].join(".");
  }
}
