/** What an annotation means, before it becomes JSON Schema or TypeScript. */
export type PythonType =
  | { readonly kind: "unconstrained" }
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "null" }
  | { readonly kind: "literal"; readonly values: readonly Scalar[] }
  /** Without items, a list of anything. */
  | { readonly kind: "list"; readonly items: PythonType | undefined }
  | { readonly kind: "tuple"; readonly items: readonly PythonType[] }
  /** Without values, an object of anything. */
  | { readonly kind: "map"; readonly values: PythonType | undefined }
  | { readonly kind: "union"; readonly members: readonly PythonType[] }
  | { readonly kind: "named"; readonly declaration: Declaration };

/** A value that `Literal` or an enum can hold. */
export type Scalar = string | number | boolean | null;

/** A type with a name: a class or an alias. There is one declaration per name, so that recursion is a plain cycle. */
export interface Declaration {
  readonly name: string;
  /** Undefined until it has been read, and for good when it could not be. */
  body: DeclarationBody | undefined;
  /** An alias that contains itself cannot be written out in place. */
  recursive: boolean;
}

export type DeclarationBody =
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  | { readonly kind: "enum"; readonly values: readonly Scalar[] }
  | { readonly kind: "alias"; readonly type: PythonType };

/** A member of a TypedDict or dataclass. */
export interface Field {
  readonly name: string;
  readonly type: PythonType;
  readonly required: boolean;
}

/** What stands for a type that could not be read; the finding says why. */
export const UNKNOWN: PythonType = { kind: "unconstrained" };
