// babel-jest with our preset. Its cache key covers a file's own text and Babel's configuration, but not the code of the
// preset: without this, a changed preset would leave old output in the cache.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import babelJest from "babel-jest";

const dist = new URL("../dist/", import.meta.url);

function hashOfPreset() {
  const hash = createHash("sha256");
  for (const name of readdirSync(dist).sort()) {
    if (name.endsWith(".js")) hash.update(name).update(readFileSync(new URL(name, dist)));
  }
  return hash.digest("hex");
}

export default {
  async createTransformer(options) {
    const inner = await babelJest.createTransformer(options);
    const preset = hashOfPreset();
    const withPreset = (key) => createHash("sha256").update(key).update(preset).digest("hex");
    return {
      ...inner,
      getCacheKey: (...file) => withPreset(inner.getCacheKey(...file)),
      getCacheKeyAsync: async (...file) => withPreset(await inner.getCacheKeyAsync(...file)),
    };
  },
};
