import { isGatewayError } from "@espalier/client";

/** A failed call in words. */
export interface FailureWords {
  readonly title: string;
  readonly detail: string;
  /** Whether the same call may succeed later, so that trying again makes sense. */
  readonly passing: boolean;
}

/** Whether the gateway asks for another API key. */
export function asksForKey(error: unknown): boolean {
  return isGatewayError(error) && error.status === 401;
}

/** Why a key is asked for: there was none, or the gateway did not take it. */
export function keyReason(error: unknown): string {
  return isGatewayError(error) && error.code !== "missing_api_key"
    ? sentence(error.message)
    : "Its workflows and runs are shown to those who have one.";
}

/** Says what went wrong with a call of the gateway, and what helps. */
export function failureWords(error: unknown): FailureWords {
  if (!isGatewayError(error)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: "The page itself failed", detail: `${detail}. Reload it.`, passing: false };
  }
  const detail = sentence(error.message);
  switch (error.name) {
    case "ConnectionError":
    case "TimeoutError":
      return {
        title: "The gateway does not answer",
        detail: "It may be stopped, or the network is down.",
        passing: true,
      };
    case "UnavailableError":
      return { title: "The gateway is not ready", detail, passing: true };
    case "RateLimitError":
      return { title: "The gateway asks to slow down", detail, passing: true };
    case "NotFoundError":
      return { title: "Not found", detail, passing: false };
    case "AuthenticationError":
      return { title: "This API key may not see that", detail, passing: false };
    case "BadAnswerError":
      return { title: "This is not the answer of a gateway", detail, passing: false };
    default:
      return { title: "The gateway refused", detail, passing: false };
  }
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const whole = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
