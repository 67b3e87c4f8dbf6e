import { cpSync } from "node:fs";

// `espalier explain` works without a network: the published package brings the pages along.
cpSync(new URL("../../docs/diagnostics", import.meta.url), new URL("dist/diagnostics", import.meta.url), {
  recursive: true,
});
