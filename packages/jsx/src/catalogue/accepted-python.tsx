import { If, Input, Python } from "@espalier/jsx";
import type { Forms } from "./form.ts";
import { clean_total, convert, is_large } from "./money.py";

// TypeScript checks these through money.d.py.ts; only the preset can run them.
// prettier-ignore
export const python: Forms = {
  "one parameter": [<Python run={clean_total} />, "python"],
  "a binding": [<Python run={clean_total} inputs={{ invoice: Input.item }} />, "python"],
  "a literal": [<Python run={clean_total} inputs={{ invoice: { vendor: "a", total: 3 } }} />, "python"],
  "a parameter with a default is left out": [<Python run={convert} inputs={{ invoice: Input.previous, rate: 1.1 }} timeoutSeconds={3} />, "python"],
  "every parameter": [<Python run={convert} inputs={{ invoice: Input.previous, rate: Input.item.field("rate"), digits: 3 }} />, "python"],
  "a predicate": [<If condition={is_large} then={<Python run={clean_total} />} otherwise={<Python run={clean_total} />} />, "if(then:python otherwise:python)"],
};
