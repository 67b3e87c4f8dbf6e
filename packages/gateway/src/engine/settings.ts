import type { EngineSettings } from "./types.ts";

const MIB = 1024 * 1024;

/** What applies when the configuration says nothing. Times in milliseconds, sizes in bytes. */
export const DEFAULT_SETTINGS: EngineSettings = {
  runLimit: 16,
  budget: 10_000,
  leafTimeoutMs: 60_000,
  maxInterruptions: 3,
  calls: 64,
  programs: 2,
  runDeadlineMs: 3_600_000,
  maxLeafBytes: 4 * MIB,
  maxComposedBytes: 32 * MIB,
  maxProgramInputBytes: 1_000_000,
};
