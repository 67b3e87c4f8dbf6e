export { fold } from "./fold.ts";
export type { BeginEvent, Command, Ended, Event, Fact, Known, KnownFact } from "./messages.ts";
export { blockOf, blockStart, nodeOf, occurrenceOf, pathOf, wayTo, type Step } from "./path.ts";
export {
  compilePlan,
  POOLS,
  type Block,
  type Plan,
  type PlanKind,
  type PlanNode,
  type PlanSettings,
  type Pool,
} from "./plan.ts";
export { createState, wanted, type State } from "./state.ts";
export { step } from "./step.ts";
