import type { Language } from "./program.ts";

/** What one call may use. Every limit ends the call with a code of its own; none of them is a guess about the machine. */
export interface Limits {
  /**
   * Seconds of computing. Python: CPU time of its process. JavaScript: time on the clock since the program was started,
   * because Node 20 cannot read the CPU time of one thread.
   */
  readonly cpuSeconds: number;
  /** Seconds on the clock after which the program is killed, whatever it does. Default: JavaScript cpu + 0.5, Python 3 × cpu. */
  readonly wallSeconds: number;
  /** JavaScript: the heap of the program. Python: the address space of its process, the interpreter (about 50 MB) included. */
  readonly memoryBytes: number;
  /** Size of the arguments as JSON text in UTF-8. */
  readonly inputBytes: number;
  /** Size of the result as JSON text in UTF-8. */
  readonly outputBytes: number;
  /** Nested arrays and objects, of arguments and of the result. */
  readonly depth: number;
  /** Characters of printed text that are kept; the rest is dropped silently. */
  readonly logLength: number;
}

const MB = 1024 * 1024;
const COMMON = { cpuSeconds: 1, inputBytes: MB, outputBytes: 4 * MB, depth: 200, logLength: 8192 };

/** The limits of a call that names none. */
export const DEFAULT_LIMITS: Readonly<Record<Language, Limits>> = {
  javascript: { ...COMMON, wallSeconds: 1.5, memoryBytes: 64 * MB },
  python: { ...COMMON, wallSeconds: 3, memoryBytes: 256 * MB },
};

/**
 * Fills in the defaults. A larger `cpuSeconds` moves the default of `wallSeconds` along.
 * @throws RangeError for a limit that is not a positive finite number: limits come from settings, never from authors.
 */
export function resolveLimits(language: Language, given: Partial<Limits> = {}): Limits {
  const cpuSeconds = given.cpuSeconds ?? DEFAULT_LIMITS[language].cpuSeconds;
  const wallSeconds = language === "javascript" ? cpuSeconds + 0.5 : cpuSeconds * 3;
  const limits = { ...DEFAULT_LIMITS[language], wallSeconds, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`limit ${name} must be a positive number`);
  }
  return limits;
}
