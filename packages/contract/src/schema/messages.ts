import type { JsonSchema } from "../json.ts";

/**
 * What `Input.messages` is as a value: a list of `{ role, content }` with the text parts joined. The roles are those that a
 * gateway admits for a run.
 */
export const MESSAGES_SCHEMA: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      role: { type: "string", enum: ["system", "developer", "user", "assistant"] },
      content: { type: "string" },
    },
    required: ["role", "content"],
    additionalProperties: false,
  },
};
