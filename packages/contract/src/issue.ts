/** One thing that is wrong with a bundle. */
export interface Issue {
  /** What kind of mistake it is; see docs/contract.md for all of them. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  /** Where in the bundle: a JSON Pointer (RFC 6901), "" for the bundle itself. */
  readonly pointer: string;
}
