export { describeBinding, stringifiedBinding } from "./binding-mark.ts";
export type { Kind } from "./element.ts";
export type { Place } from "./place.ts";
export { expand } from "./tree/expand.ts";
export type { BranchItems, ElementItem, FailureItem, FailureReason, Frame, Item, ValueItem } from "./tree/item.ts";
