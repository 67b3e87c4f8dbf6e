import type { AdmissionRefusal } from "../store/index.ts";

/** Why a run was not admitted. Nothing was stored. */
export class AdmissionError extends Error {
  override readonly name = "AdmissionError";
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    readonly code: AdmissionRefusal | "unavailable",
    message: string,
  ) {
    super(message);
    this.retryable = code === "unavailable";
  }
}

/** The engine closed before the run ended. The run is stored and goes on at the next start. */
export class EngineClosedError extends Error {
  override readonly name = "EngineClosedError";
  readonly retryable = true;

  constructor(readonly runId: string) {
    super(`The gateway stopped before ${runId} ended; it goes on when the gateway starts again.`);
  }
}

/** The gateway is stopping, or its store takes no writes. */
export function unavailable(): AdmissionError {
  return new AdmissionError("unavailable", "The gateway takes no new runs at the moment. Try again later.");
}
