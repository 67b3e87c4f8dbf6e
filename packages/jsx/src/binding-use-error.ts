/**
 * A binding was calculated or compared with, or a method of it was called, while the workflow is written, when it has no
 * value yet. Not retryable.
 */
export class BindingUseError extends TypeError {
  override readonly name = "BindingUseError";
  readonly code = "binding-as-condition";

  /**
   * @param binding How it was written: `Input.previous.field("total")`.
   * @param method The method that was called on it, when that is what was done.
   */
  constructor(binding: string, method?: string) {
    super(
      `${binding} has no value while the workflow is written` +
        (method === undefined ? `. ${CALCULATE}` : `, so .${method}(…) cannot be called on it. ${ITERATE}`),
    );
  }
}

const CALCULATE =
  "Calculate and compare in a program: <Script run={…} /> for a value, <If condition={…} …/> for a choice.";
const ITERATE =
  "To do something for each item of a list, write <ForEach items={…}>; for anything else call it in a program: <Script run={…} />.";
