/**
 * A binding was calculated or compared with, or a method of it was called, while the workflow is written, when it has no
 * value yet. Not retryable.
 */
export class BindingUseError extends TypeError {
  override readonly name = "BindingUseError";
  readonly code = "binding-as-condition";

  /**
   * @param binding How it was written: `Input.previous.field("total")`.
   * @param call The method that was called on it, when that is what was done, and the binding as it should be written.
   */
  constructor(binding: string, call?: { readonly method: string; readonly written: string }) {
    super(
      `${binding} has no value while the workflow is written` +
        (call === undefined ? `. ${CALCULATE}` : `, so .${call.method}(…) cannot be called. ${instead(call.written)}`),
    );
  }
}

const CALCULATE =
  "Calculate and compare in a program: <Script run={…} /> for a value, <If condition={…} …/> for a choice.";

const instead = (binding: string): string =>
  `For each item of a list, write <ForEach items={${binding}}>; for anything else, call it in a program: <Script run={…} />.`;
