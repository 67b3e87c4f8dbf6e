export type { Benchmark, BenchmarkOptions, Figures, Subject, Target } from "./benchmark.ts";
export { fromPeer, peerSubject } from "./peer.ts";
export { BENCH, ESPALIER, isInstalled, ROOT } from "./places.ts";
export { timed } from "./timed.ts";
export { type ProcessFigures, timedProcess } from "./timed-process.ts";
