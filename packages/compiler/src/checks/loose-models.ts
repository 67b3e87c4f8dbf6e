import { looseFeature } from "../schemas/strict.ts";
import type { Check } from "./check.ts";

/** A response model that strict structured output can express constrains the model; any other is only validated. */
export const looseModels: Check = ({ resolution, reporter }) => ({
  chat_completion(node) {
    const schema = node.responseModel === undefined ? undefined : resolution.model(node);
    const loose = schema === undefined ? undefined : looseFeature(schema);
    if (loose === undefined) return;
    const where = loose.path === "" ? "it" : JSON.stringify(loose.path);
    reporter.report(node.origin, "loose-response-model", "feature", { where, feature: loose.feature });
  },
});
