import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import nodeResolve from "@rollup/plugin-node-resolve";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Puts files beside the bundle as they are. */
const copy = (names) => ({
  name: "copy",
  generateBundle() {
    for (const name of names)
      this.emitFile({ type: "asset", fileName: name, source: readFileSync(here(`src/page/${name}`)) });
  },
});

/** The page, from what `tsc -b` made of src/page. */
export default {
  input: here("dist/modules/main.js"),
  output: { dir: here("dist/page"), entryFileNames: "page.js", format: "es" },
  plugins: [nodeResolve({ browser: true }), copy(["index.html", "page.css", "icon.svg"])],
  onLog(level, log, handle) {
    // A page that lacks a module is broken: never only a warning.
    handle(level === "warn" ? "error" : level, log);
  },
};
