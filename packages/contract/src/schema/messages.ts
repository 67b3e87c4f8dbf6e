import type { JsonSchema } from "../json.ts";

/** What `Input.messages` is as a value: a list of `{ role, content }` with the text parts joined. */
export const MESSAGES_SCHEMA: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { role: { type: "string" }, content: { type: "string" } },
    required: ["role", "content"],
    additionalProperties: false,
  },
};
