import { type Debugger, Session } from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import type { CodePlace, WatchdogData } from "./watchdog.ts";

// Watches the thread that started it: see watchdog.ts. As long as that one is busy it takes no messages, so whether it
// still beats is read from shared memory, and it is stopped with the means of a debugger.

const { beat, seconds } = workerData as WatchdogData;
const LOOK_MILLISECONDS = 250;

let last = 0;
let silent = 0;

/** Counts looks and not time: while the machine sleeps, nothing beats. */
setInterval(() => {
  const now = Atomics.load(beat, 0);
  silent = now === last && now !== 0 ? silent + 1 : 0;
  last = now;
  if (silent * LOOK_MILLISECONDS !== seconds * 1000) return;
  stopBusyThread(now);
}, LOOK_MILLISECONDS);

function stopBusyThread(seen: number): void {
  const session = new Session();
  const urls = new Map<string, string>();
  session.connectToMainThread();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.once("Debugger.paused", ({ params }) => {
    // It may have ended by itself meanwhile.
    if (Atomics.load(beat, 0) === seen) {
      parentPort?.postMessage(params.callFrames.map((frame) => placeOf(frame, urls)));
      session.post("Runtime.terminateExecution");
    }
    session.post("Debugger.resume", () => session.disconnect());
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
}

function placeOf({ location }: Debugger.CallFrame, urls: ReadonlyMap<string, string>): CodePlace {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  return { url: urls.get(scriptId) ?? "", line: lineNumber + 1, column: columnNumber + 1 };
}
