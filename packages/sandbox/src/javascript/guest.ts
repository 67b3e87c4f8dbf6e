import type { Json } from "../program.ts";

/** What the guest needs to know, as JSON text. */
export interface GuestSettings {
  readonly parameters: readonly string[];
  readonly outputBytes: number;
  readonly depth: number;
  readonly logLength: number;
}

/** How the guest names a failure; `path` says where in the result, `stack` where in the code. */
export interface GuestFailure {
  readonly code: "exception" | "memory" | "recursion" | "bad_result" | "result_too_large";
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly stack?: string;
  /** Names of the error's class and of those between it and Error. */
  readonly classes?: readonly string[];
}

/** The functions that our side calls inside QuickJS. */
export interface Guest {
  /** Takes the JSON text of {@link GuestSettings}, before the author's code runs. */
  configure(settingsText: string): void;
  /** Calls the author's function; `argsText` is JSON text of an object: the arguments by parameter name. */
  invoke(program: unknown, argsText: string): unknown;
  /** `v` and the JSON text of a result, or `f` and the JSON text of a {@link GuestFailure}. */
  result(value: unknown): string;
  /** JSON text of a {@link GuestFailure}. */
  failure(error: unknown): string;
  /** JSON text of what the program has printed so far. */
  log(): string;
}

/**
 * Our code inside QuickJS. It is never called in Node: its text is evaluated in a fresh context before the author's, so it
 * must refer to nothing outside itself. It takes the built-ins that it needs before the author can change them. A program
 * that still misleads it (by a getter that answers differently the second time, say) only spoils its own result, which
 * our side reads as JSON again.
 */
function guest(): Guest {
  "use strict";
  const { parse, stringify } = JSON;
  const { apply, construct } = Reflect;
  const { create, getPrototypeOf, hasOwn, keys, values, prototype: objectPrototype } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  // QuickJS has it; the type library of ES2023 does not know it yet.
  const { isWellFormed } = String.prototype as unknown as { isWellFormed: () => boolean };
  const { includes, slice } = String.prototype;
  const AnyError = Error;
  const asText = String;

  let settings: GuestSettings = { parameters: [], outputBytes: 0, depth: 0, logLength: 0 };

  const cut = (text: string, length: number): string => apply(slice, text, [0, length]) as string;

  // ---- results ----
  /** Thrown by `refuse`; the details are in `refusal`, where the author's code cannot reach them. */
  const REFUSED = create(null) as object;
  let refusal = "";
  /** A lower bound of the text's length. Counted on the way, because parts that occur many times multiply. */
  let size = 0;
  const trail = create(null) as Record<number, string | number>;

  function refuse(message: string, depth: number): never {
    let path = "";
    for (let index = 0; index < depth; index++) path += (index > 0 ? "," : "") + stringify(trail[index]);
    refusal = `{"code":"bad_result","message":${stringify(message)},"path":[${path}]}`;
    throw REFUSED;
  }

  function grow(by: number): void {
    size += by;
    if (size <= settings.outputBytes) return;
    refusal = `{"code":"result_too_large","message":"The result is more than ${settings.outputBytes} bytes of JSON."}`;
    throw REFUSED;
  }

  function checkArray(value: readonly unknown[], depth: number): void {
    for (let index = 0; index < value.length; index++) {
      trail[depth] = index;
      check(value[index], depth + 1);
    }
  }

  function checkObject(value: object, depth: number): void {
    if (!isPlainObject(value)) refuse(`The result contains ${describeClass(value)} (not plain JSON)`, depth);
    const names = keys(value);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      const member = (value as Record<string, unknown>)[name];
      if (member === undefined) continue;
      trail[depth] = name;
      checkCharacters(name, depth + 1);
      grow(name.length + 3);
      check(member, depth + 1);
    }
  }

  function isPlainObject(value: object): boolean {
    const prototype: unknown = getPrototypeOf(value);
    return prototype === objectPrototype || prototype === null;
  }

  function checkCharacters(text: string, depth: number): void {
    if (apply(isWellFormed, text, []) === true) return;
    refuse("The result contains half of a character (a lone surrogate)", depth);
  }

  /** Refuses what JSON.stringify would drop or change without a word. */
  function check(value: unknown, depth: number): void {
    switch (typeof value) {
      case "string":
        grow(value.length + 2);
        return checkCharacters(value, depth);
      case "number":
        if (!isFinite(value)) refuse(`The result contains ${value} (JSON has no such number)`, depth);
        return grow(1);
      case "boolean":
        return grow(4);
      case "object":
        grow(2);
        if (value === null) return;
        if (depth >= settings.depth) tooDeep(depth);
        return isArray(value) ? checkArray(value, depth) : checkObject(value, depth);
      case "undefined":
        return refuse("The result contains undefined (write null for a value that is not there)", depth);
      default:
        return refuse(`The result contains a ${typeof value} (not JSON)`, depth);
    }
  }

  function tooDeep(depth: number): never {
    return refuse(`The result is nested deeper than ${settings.depth} levels or contains itself`, depth);
  }

  function describeClass(value: object): string {
    try {
      const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
      if (typeof name === "string" && name !== "") return `an instance of ${cut(name, 100)}`;
    } catch {
      // A getter of the author's; the object is refused in any case.
    }
    return "an object with a prototype of its own";
  }

  /**
   * Whether a value is JSON, as most results are. It does not say what is wrong where, and may say no to what `check` finds
   * to be in order, so it asks little of each value: calls and names are what costs most in QuickJS.
   */
  function isSimple(value: object, depth: number): boolean {
    if (depth >= settings.depth) return false;
    let members: readonly unknown[];
    if (isArray(value)) members = value;
    else if (isPlainObject(value)) members = values(value);
    else return false;
    let length = members.length;
    for (let index = 0; index < members.length; index++) {
      const member = members[index];
      if (typeof member === "string") length += member.length;
      // 0 for every number but NaN and the infinities.
      else if (typeof member === "number" && member - member === 0) continue;
      else if (typeof member === "object" && member !== null) {
        if (!isSimple(member, depth + 1)) return false;
      } else if (member !== null && typeof member !== "boolean") return false;
    }
    size += length;
    return size <= settings.outputBytes;
  }

  function write(value: unknown): string {
    size = 0;
    if (typeof value === "object" && value !== null && isSimple(value, 0)) {
      const text: unknown = stringify(value);
      // JSON.stringify escapes what UTF-8 cannot write. It is rare, so strings are looked at only when it has been found.
      if (typeof text === "string" && apply(includes, text, ["\\ud"]) === false) return text;
    }
    size = 0;
    check(value, 0);
    const text: unknown = stringify(value);
    return typeof text === "string" ? text : refuse("The result turns into something that is not JSON", 0);
  }

  function result(value: unknown): string {
    try {
      return `v${write(value)}`;
    } catch (error) {
      return error === REFUSED ? `f${refusal}` : `f${failure(error)}`;
    }
  }

  // ---- errors ----
  const MOST_CAUSES = 3;

  function property(error: object, name: string): string {
    const value: unknown = (error as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  }

  /** An error and what it was made of: `Error: no total (cause: ParseError: no amount)`. */
  function messageOf(error: Error, causes: number): string {
    const name = property(error, "name");
    const text = property(error, "message");
    const message = cut(text === "" ? name : `${name}: ${text}`, 2000);
    const { cause } = error;
    if (cause === undefined || causes === 0) return message;
    return `${message} (cause: ${cause instanceof AnyError ? messageOf(cause, causes - 1) : cut(display(cause), 500)})`;
  }

  function classesOf(error: Error): string {
    let names = "";
    let prototype: unknown = getPrototypeOf(error);
    for (let index = 0; index < 10 && prototype instanceof AnyError; index++) {
      names += (index > 0 ? "," : "") + stringify(cut(property(prototype.constructor, "name"), 200));
      prototype = getPrototypeOf(prototype);
    }
    return names;
  }

  function failure(error: unknown): string {
    let code = "exception";
    let message = "The program threw something that cannot be described.";
    let stack = "";
    let classes = "";
    try {
      if (error instanceof AnyError) {
        const name = property(error, "name");
        const text = property(error, "message");
        if (name === "InternalError" && text === "out of memory") code = "memory";
        // A SyntaxError when it is the parser that went too deep, into a script or into JSON.
        if ((name === "InternalError" || name === "SyntaxError") && text === "stack overflow") code = "recursion";
        stack = cut(property(error, "stack"), 20000);
        message = messageOf(error, MOST_CAUSES);
        classes = classesOf(error);
      } else {
        message = `The program threw ${cut(display(error), 500)}, which is not an Error.`;
      }
    } catch {
      // A getter of the author's threw while we looked; the failure stays what it is.
    }
    const described = `"code":${stringify(code)},"message":${stringify(message)},"stack":${stringify(stack)}`;
    return `{${described},"classes":[${classes}]}`;
  }

  // ---- console ----
  let printed = "";

  function display(value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return asText(value);
    try {
      if (value instanceof AnyError) return `${property(value, "name")}: ${property(value, "message")}`;
      return stringify(value) ?? asText(value);
    } catch {
      return "(unprintable)";
    }
  }

  function print(...values: unknown[]): void {
    if (printed.length >= settings.logLength) return;
    for (let index = 0; index < values.length && printed.length < settings.logLength; index++) {
      const text = cut(display(values[index]), settings.logLength);
      printed = cut(`${printed}${index > 0 ? " " : ""}${text}`, settings.logLength);
    }
    printed = cut(`${printed}\n`, settings.logLength);
  }

  (globalThis as { console: unknown }).console = { log: print, info: print, warn: print, error: print, debug: print };

  // ---- clock and chance ----
  // A program gives the same result for the same input, also when a run is recovered after a crash.
  const refuseCall = (name: string) => (): never => {
    throw new TypeError(`${name} is not available: a program gives the same result each time it runs`);
  };
  const RealDate = Date;
  const PureDate = new Proxy(RealDate, {
    construct(target, values, newTarget) {
      if (values.length === 0) refuseCall("new Date() without an argument")();
      return construct(target, values, newTarget) as object;
    },
    apply: refuseCall("Date() as a function"),
  });
  RealDate.now = refuseCall("Date.now");
  RealDate.prototype.constructor = PureDate;
  globalThis.Date = PureDate;
  Math.random = refuseCall("Math.random");

  function invoke(program: unknown, argsText: string): unknown {
    const args = parse(argsText) as Record<string, Json>;
    // Without methods of arrays, which the author may have changed; `create(null)` has no setters that he could add.
    const ordered = create(null) as { length: number; [index: number]: unknown };
    ordered.length = settings.parameters.length;
    for (let index = 0; index < ordered.length; index++) {
      const name = settings.parameters[index] as string;
      ordered[index] = hasOwn(args, name) ? args[name] : undefined;
    }
    return apply(program as () => unknown, undefined, ordered as unknown as unknown[]);
  }

  return {
    configure: (settingsText) => void (settings = parse(settingsText) as GuestSettings),
    invoke,
    result,
    failure,
    log: () => stringify(printed),
  };
}

/** The guest as QuickJS evaluates it: an expression that gives a function. */
export const GUEST_SOURCE = `(${guest.toString()})`;
