export { randomBundle } from "./graph.ts";
export { hash, randomSource } from "./random.ts";
export { interpret, type Reference } from "./reference.ts";
export { simulate, type Scenario, type SimulatedRun } from "./simulate.ts";
export { attemptOutcome, type AttemptOutcome, type World } from "./world.ts";
