/**
 * Forms by name: what is written, and the outline of the tree that it must become. A form that is wrong, and that the
 * tree only records, comes with the code that the compiler must report.
 */
export type Forms = Readonly<Record<string, readonly [value: unknown, tree: string, code?: string]>>;
