export { readStrictAnswer } from "./read-answer.ts";
export { strictSchema, type StrictSchema } from "./strict-schema.ts";
