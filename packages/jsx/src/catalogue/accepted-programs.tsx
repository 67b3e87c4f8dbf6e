import { If, Input, Script } from "@espalier/jsx";
import type { Forms } from "./form.ts";
import * as programs from "./programs.ts";

const LANGUAGES: readonly string[] = ["de", "fr"];
const step = <Script run={programs.approve} />;

// prettier-ignore
export const scripts: Forms = {
  "one parameter": [<Script run={programs.toText} inputs={{ invoice: Input.item.field("x") }} />, "script"],
  "two parameters by name": [<Script run={programs.convert} inputs={{ invoice: Input.previous, rate: 1.2 }} />, "script"],
  "object literal": [<Script run={programs.convert} inputs={{ invoice: { vendor: "v", total: 3 }, rate: 1.2, digits: 3 }} />, "script"],
  "readonly literal": [<Script run={programs.convert} inputs={{ invoice: { vendor: "v", total: 3 } as const, rate: 1 }} />, "script"],
  "readonly array literal": [<Script run={programs.join} inputs={{ words: LANGUAGES, by: "," }} />, "script"],
  "messages parameter": [<Script run={programs.asked} inputs={{ messages: Input.messages, invoice: Input.previous }} />, "script"],
  "unknown parameters": [<Script run={programs.anything} inputs={{ value: [1, null], other: Input.previous }} />, "script"],
  "one required, one default": [<Script run={programs.one} />, "script"],
  "no parameters": [<Script run={programs.policy} />, "script"],
  "inputs that bind nothing": [<Script run={programs.policy} inputs={{}} />, "script"],
  "literal unions": [<Script run={programs.mode} inputs={{ m: "fast", n: 1 }} />, "script"],
  "destructured parameter": [<Script run={programs.destructured} />, "script"],
  "time and attempts": [<Script run={programs.one} timeoutSeconds={2.5} retry={{ maxAttempts: 3, initialBackoffSeconds: 0.5, backoffMultiplier: 1, maxBackoffSeconds: 9 }} />, "script"],
  "type guard as condition": [<If condition={programs.isNoted} then={step} otherwise={step} />, "if(then:script otherwise:script)"],
};
