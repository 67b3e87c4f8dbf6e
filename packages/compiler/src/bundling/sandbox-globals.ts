/** What a program finds in its sandbox besides its own code: the language's own objects, and `console`. */
const GLOBALS: ReadonlySet<string> = words(`
  Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError Array Object Function
  Iterator Number Boolean String Math Reflect Symbol BigInt parseInt parseFloat isNaN isFinite decodeURI
  decodeURIComponent encodeURI encodeURIComponent escape unescape Infinity NaN undefined eval globalThis Date RegExp
  JSON Proxy Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer SharedArrayBuffer Uint8ClampedArray
  Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float32Array
  Float64Array DataView Promise console arguments
`);

/** Whether a program can use a name that nothing in it declares. */
export function isSandboxGlobal(name: string): boolean {
  return GLOBALS.has(name);
}

/** Names whose use tells that code is not a computation, wherever it stands. */
const OUTWARD: ReadonlySet<string> = words(`
  fetch WebSocket XMLHttpRequest setTimeout setInterval setImmediate process require document window navigator
  localStorage import.meta crypto Intl performance
`);

/** Globals of Node and browsers that code looks for on the global object. Other names there are a package's own. */
const HOST: ReadonlySet<string> = words(`
  process global window self document navigator location localStorage sessionStorage require module exports Buffer
  fetch Request Response Headers FormData WebSocket XMLHttpRequest EventSource Blob File URL URLSearchParams TextEncoder
  TextDecoder structuredClone setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate
  queueMicrotask crypto Crypto performance Intl WebAssembly Atomics atob btoa AbortController AbortSignal Event
  EventTarget MessageChannel MessagePort BroadcastChannel ReadableStream WritableStream TransformStream alert
`);

/** Whether a property of the global object is something that programs lack. */
export function isHostGlobal(name: string): boolean {
  return HOST.has(name);
}

/**
 * Whether a package may mention a global that is not there, inside a function that may never be called. Large packages
 * do (`atob` in a validator of base64); what is called after all fails with the name of the global.
 */
export function isTolerable(name: string): boolean {
  return !OUTWARD.has(name);
}

/** What works in the sandbox, and is refused in the author's own code all the same. */
const WORKING: ReadonlySet<string> = new Set([
  "eval",
  "new Function()",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
]);

/** Whether a program could use something, but should not: nobody could tell what it does. */
export function isWorking(name: string): boolean {
  return WORKING.has(name);
}

const NETWORK = "A program has no network. Fetch before the workflow runs and pass the data in.";
const TIMERS = "A program gives its result at once; use `timeoutSeconds` and `retry` of the node.";
const REPEATABLE = "A program gives the same result each time it runs. Pass the value in as data.";
const WRITTEN = "Write what it does as code, which can be checked before it runs.";
const LOCALES = "Where programs run, no language or region is known. Put the text together yourself, or use a package.";
const GLOBAL_OBJECT =
  "A program has the language's own objects and `console`, and nothing of Node or a browser. Name them directly.";
const HINTS: ReadonlyMap<string, string> = new Map([
  ["fetch", NETWORK],
  ["WebSocket", NETWORK],
  ["XMLHttpRequest", NETWORK],
  ["setTimeout", TIMERS],
  ["setInterval", TIMERS],
  ["setImmediate", TIMERS],
  ["queueMicrotask", TIMERS],
  ["structuredClone", "For JSON values, write `JSON.parse(JSON.stringify(value))`."],
  ["process", "A program has no environment. Take the value as a parameter, or keep it in a constant."],
  ["Buffer", "Use strings, or `Uint8Array`."],
  ["require", "Use `import` at the top of the file."],
  ...["performance", "crypto", "Date.now", "new Date()", "Date()", "Math.random"].map(
    (name) => [name, REPEATABLE] as const,
  ),
  ["Intl", "Format numbers and dates with the language's own methods."],
  ["eval", WRITTEN],
  ["new Function()", WRITTEN],
  ...["toLocaleString", "toLocaleDateString", "toLocaleTimeString"].map((name) => [name, LOCALES] as const),
  ...["window", "self", "global"].map((name) => [name, GLOBAL_OBJECT] as const),
  ["URL", "Take the text apart with a regular expression or a package."],
  ["import.meta", "Where a file lies means nothing to a program. Keep what it needs in a constant."],
]);

/** What to write instead of a name that the sandbox lacks. */
export function forbiddenGlobalHint(name: string): string {
  return HINTS.get(name) ?? "A program has the language's own objects and `console`, and nothing of Node or a browser.";
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
