export { createTransformCache, type TransformCache } from "./transform-cache.ts";
