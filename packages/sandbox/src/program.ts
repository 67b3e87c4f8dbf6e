/** The languages that programs are written in. */
export type Language = "javascript" | "python";

/** A JSON value: what goes into a program. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One program of a bundle, as far as running it needs. */
export interface Program {
  readonly language: Language;
  /** JavaScript: a classic script. Python: the text of a module. */
  readonly source: string;
  /** JavaScript: an expression, evaluated after the script, that gives the function. Python: the name of a function of the module. */
  readonly entrypoint: string;
  /** Names of the parameters, in order. Arguments of other names are ignored. */
  readonly parameters: readonly string[];
}
