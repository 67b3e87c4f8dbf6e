/**
 * A binding was calculated or compared with, or a method of it was called, while the workflow is written, when it has no
 * value yet. Not retryable.
 */
export class BindingUseError extends TypeError {
  override readonly name = "BindingUseError";
  readonly code = "binding-as-condition";
  /** What is wrong; the message says this and the remedy. */
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;

  /**
   * @param binding How it was written: `Input.previous.field("total")`.
   * @param call The method that was called on it, when that is what was done, and the binding as it should be written.
   */
  constructor(binding: string, call?: { readonly method: string; readonly written: string }) {
    const so = call === undefined ? "" : `, so .${call.method}(…) cannot be called`;
    const problem = `${binding} has no value while the workflow is written${so}.`;
    const remedy = call === undefined ? CALCULATE : instead(call.written);
    super(`${problem} ${remedy}`);
    this.problem = problem;
    this.remedy = remedy;
  }
}

const CALCULATE =
  "Calculate and compare in a program: <Script run={…} /> for a value, <If condition={…} …/> for a choice.";

const instead = (binding: string): string =>
  `For each item of a list, write <ForEach items={${binding}}>; for anything else, call it in a program: <Script run={…} />.`;
