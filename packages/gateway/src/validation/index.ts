export { isDeeperThan, MAX_JSON_DEPTH } from "./json-depth.ts";
export { createSchemaValidator, type SchemaValidator } from "./validator.ts";
