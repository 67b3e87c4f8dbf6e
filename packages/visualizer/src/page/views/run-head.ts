import { button, element, fill, type Child } from "../dom.ts";
import { failureWords } from "../failure-words.ts";
import { elapsed, formatDuration, formatNumber, formatTime } from "../format.ts";
import { durationText, facts, statusBadge, valueBlock } from "../parts.ts";
import { workflowAddress } from "../routes.ts";
import type { RunInfo } from "../wire.ts";

/** The beginning of a run's page: what it is, how it stands, and what came out. */
export interface RunHead {
  readonly element: HTMLElement;
  readonly update: (run: RunInfo, now: number) => void;
}

/** Makes the head of a run's page. `cancel` stops the run, and rejects if that fails. */
export function runHead(id: string, cancel: () => Promise<void>): RunHead {
  const status = element("span", { role: "status" });
  const summary = element("div", {});
  const outcome = element("div", {});
  const actions = cancelControl(cancel);
  let shown = "";
  return {
    element: element(
      "header",
      { class: "head" },
      element("p", { class: "crumb" }, "Run"),
      element("h1", {}, element("span", { class: "code" }, id), " ", status),
      summary,
      actions,
      outcome,
    ),
    update: (run, now) => {
      actions.hidden = run.status !== "running";
      fill(summary, runFacts(run, now));
      if (shown === run.status) return;
      shown = run.status;
      fill(status, statusBadge(run.status));
      fill(outcome, ...outcomeOf(run));
    },
  };
}

function runFacts(run: RunInfo, now: number): HTMLElement {
  const { workflow, version, usage, created_at, ended_at, deadline_at } = run;
  const running = run.status === "running";
  return facts([
    ["Workflow", element("a", { href: workflowAddress(workflow, version) }, `${workflow} v${version}`)],
    ["Started", formatTime(created_at)],
    ["Duration", durationText(elapsed(created_at, ended_at, now), running)],
    ["Deadline", running && `in ${formatDuration(deadline_at - now)}`],
    ["Tokens", usage && tokensText(usage, run.usage_incomplete)],
  ]);
}

function tokensText(usage: NonNullable<RunInfo["usage"]>, incomplete: boolean | undefined): string {
  const { prompt_tokens, completion_tokens } = usage;
  const atLeast = incomplete ? "at least " : "";
  return `${atLeast}${formatNumber(prompt_tokens)} in, ${formatNumber(completion_tokens)} out`;
}

function outcomeOf({ error, output }: RunInfo): Child[] {
  return [
    error &&
      element(
        "div",
        { class: "failure" },
        element("h2", {}, "Error ", element("small", { class: "code" }, error.code)),
        error.message && element("p", {}, error.message),
        error.path && element("p", {}, "At ", element("span", { class: "code" }, error.path)),
      ),
    output !== undefined && element("h2", {}, "Output"),
    output !== undefined && valueBlock(output, "Output"),
  ];
}

/** A button that asks once more before it cancels. */
function cancelControl(cancel: () => Promise<void>): HTMLElement {
  const place = element("div", { class: "tools" });
  const ask = button("Cancel run", () => {
    fill(place, element("span", {}, "Stop this run now?"), yes, no);
    yes.focus();
  });
  const rest = () => {
    fill(place, ask);
    ask.focus();
  };
  const yes = button(
    "Yes, cancel it",
    () => {
      fill(place, element("span", { class: "quiet" }, "Cancelling…"));
      cancel().catch((error: unknown) => {
        rest();
        place.append(element("span", { class: "error", role: "alert" }, failureWords(error).detail));
      });
    },
    { class: "danger" },
  );
  const no = button("Let it run", rest);
  fill(place, ask);
  return place;
}
