import { COMPONENTS } from "./components.ts";
import { PATHS } from "./paths.ts";

/** What the API is, in OpenAPI's words. Scopes of keys stand in `x-scopes`, which bearer keys have no other place for. */
export const OPENAPI_DOCUMENT = {
  openapi: "3.1.0",
  info: {
    title: "Espalier gateway",
    version: "1",
    description: "Keeps versions of workflows and runs them behind OpenAI's chat completions.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
  security: [{ key: [] }, {}],
  paths: PATHS,
  components: COMPONENTS,
};
