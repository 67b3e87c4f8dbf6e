import type { Session } from "./session.ts";

/** What a view gets from the page around it. */
export interface ViewContext {
  readonly session: Session;
  /** Where the view draws. */
  readonly main: HTMLElement;
  /** Aborted when another view takes its place. Nothing may be drawn after that. */
  readonly signal: AbortSignal;
  /** Loads now and again, as {@link poll}; failures are shown, and passing ones tried again. */
  readonly keepLoading: (load: () => Promise<number | undefined>) => () => void;
}

export type View = (context: ViewContext) => void;
