/**
 * Calls a function in bare QuickJS with a new runtime and a new context for each call: what separates calls from each
 * other, and nothing else of a sandbox. It runs as a thread; each message is a call.
 */
import { parentPort } from "node:worker_threads";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";

const quickjs = await newQuickJSWASMModuleFromVariant(variant.default ?? variant);
const SOURCE = "const f = (x) => x; (text) => JSON.stringify(f(JSON.parse(text).x))";

parentPort.on("message", (text) => parentPort.postMessage(call(text)));
parentPort.postMessage("ready");

function call(text) {
  const runtime = quickjs.newRuntime();
  const context = runtime.newContext();
  const program = context.unwrapResult(context.evalCode(SOURCE));
  const argument = context.newString(text);
  const result = context.unwrapResult(context.callFunction(program, context.undefined, argument));
  const answer = context.getString(result);
  for (const handle of [result, argument, program]) handle.dispose();
  context.dispose();
  runtime.dispose();
  return answer;
}
