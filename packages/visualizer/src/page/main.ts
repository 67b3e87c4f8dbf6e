import { element, fill } from "./dom.ts";
import { asksForKey, failureWords, keyReason } from "./failure-words.ts";
import { poll } from "./poll.ts";
import { parseRoute, type Route } from "./routes.ts";
import { openSession } from "./session.ts";
import type { View, ViewContext } from "./view.ts";
import { homeView } from "./views/home.ts";
import { keyView } from "./views/key.ts";
import { runView } from "./views/run.ts";
import { unknownView } from "./views/unknown.ts";
import { workflowView } from "./views/workflow.ts";

const TRY_AGAIN_MS = 3000;

const main = document.getElementById("main")!;
const notice = document.getElementById("notice")!;
let leave = new AbortController();

function viewOf(route: Route): View {
  switch (route.view) {
    case "home":
      return homeView;
    case "workflow":
      return workflowView(route.name, route.version);
    case "run":
      return runView(route.id);
    case "unknown":
      return unknownView;
  }
}

function show(view: View): void {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  report(undefined);
  fill(main);
  document.title = "Espalier";
  const session = openSession();
  const keepLoading: ViewContext["keepLoading"] = (load) => {
    const guarded = async (): Promise<number | undefined> => {
      try {
        const delay = await load();
        if (!signal.aborted) report(undefined);
        return delay;
      } catch (error) {
        return signal.aborted ? undefined : fail(error);
      }
    };
    return poll(guarded, { signal, later: laterWhenVisible });
  };
  view({ session, main, signal, keepLoading });
}

/** Shows a failure. Gives the wait before the next try, if trying again makes sense. */
function fail(error: unknown): number | undefined {
  if (asksForKey(error)) {
    show(keyView(keyReason(error), showRoute));
    return undefined;
  }
  report(error);
  return failureWords(error).passing ? TRY_AGAIN_MS : undefined;
}

function report(error: unknown): void {
  notice.hidden = error === undefined;
  if (error === undefined) return fill(notice);
  const { title, detail, passing } = failureWords(error);
  fill(notice, element("strong", {}, `${title}.`), ` ${detail}${passing ? " Trying again." : ""}`);
}

/** A timer that waits for somebody to look: a page in the background asks for nothing. */
function laterWhenVisible(callback: () => void, milliseconds: number): () => void {
  let listening = false;
  const whenVisible = () => {
    if (document.hidden) return;
    document.removeEventListener("visibilitychange", whenVisible);
    callback();
  };
  const timer = setTimeout(() => {
    if (!document.hidden) return callback();
    listening = true;
    document.addEventListener("visibilitychange", whenVisible);
  }, milliseconds);
  return () => {
    clearTimeout(timer);
    if (listening) document.removeEventListener("visibilitychange", whenVisible);
  };
}

function showRoute(): void {
  show(viewOf(parseRoute(location.hash)));
  scrollTo(0, 0);
}

addEventListener("hashchange", () => {
  showRoute();
  main.focus();
});
showRoute();
