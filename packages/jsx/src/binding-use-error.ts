/** A binding was calculated or compared with while the workflow is written, when it has no value yet. Not retryable. */
export class BindingUseError extends TypeError {
  override readonly name = "BindingUseError";
  readonly code = "binding-as-condition";

  /** @param binding How it was written: `Input.previous.field("total")`. */
  constructor(binding: string) {
    super(
      `${binding} has no value while the workflow is written. Calculate and compare in a program: ` +
        "<Script run={…} /> for a value, <If condition={…} …/> for a choice.",
    );
  }
}
