import type { Binding } from "./bindings.ts";
import type { PythonFunction } from "./python-function.ts";

/** A TypeScript function. (`never[]` takes every function; nothing calls it through this type.) */
export type ScriptFunction = (...args: never[]) => unknown;

/** Refuses async functions where they are written. */
export type Synchronous<F extends ScriptFunction> = F extends (...args: never[]) => PromiseLike<unknown>
  ? "a program cannot be async: it runs in a sandbox without I/O"
  : unknown;

type RequiredKeys<P> = { [K in keyof P]-?: object extends Pick<P, K> ? never : K }[keyof P];

/** `true` when a union has two members or more. */
type Several<K, All = K> = [K] extends [never] ? false : K extends unknown ? ([All] extends [K] ? false : true) : never;

/** A literal for `T`: constants are often `readonly`, parameters seldom are. */
export type Literal<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Literal<T[K]> };

type Named<P> = { readonly [K in keyof P]: Literal<P[K]> | Binding };

/** `inputs` of a Python program: checked by name, presence and, for literals, type. */
export type PythonInputs<P extends object> =
  true extends Several<RequiredKeys<P>> ? { readonly inputs: Named<P> } : { readonly inputs?: Named<P> | undefined };

/**
 * `inputs` of a TypeScript program. Parameter names are no part of a function's type, so names are left to the compiler;
 * TypeScript checks that `inputs` is there for two required parameters and that a literal is of some parameter's type.
 */
export type ScriptInputs<A extends readonly unknown[]> = A extends readonly [unknown, unknown, ...unknown[]]
  ? { readonly inputs: Readonly<Record<string, Binding | Literal<A[number]>>> }
  : { readonly inputs?: Readonly<Record<string, Binding | Literal<A[number]>>> | undefined };

/** A predicate in Python: one parameter, `bool`. */
export type PythonPredicate<P extends object> = true extends Several<keyof P> ? never : PythonFunction<P, boolean>;

/** A predicate in TypeScript: one parameter, `boolean`. */
export type ScriptPredicate = (value: never) => boolean;
