import type { WorkflowSummary } from "@espalier/client";
import { element, fill } from "../dom.ts";
import { loading, moment, placeholder, table } from "../parts.ts";
import { workflowAddress } from "../routes.ts";
import type { View } from "../view.ts";
import { runList } from "./run-list.ts";

const WORKFLOWS_MS = 30_000;

/** The first page: what is registered, and what ran. */
export const homeView: View = (context) => {
  const { session, main, signal, keepLoading } = context;
  const content = element("div", { "aria-busy": "true" }, loading());
  let shown = "";
  keepLoading(async () => {
    const workflows = await session.client.workflows();
    if (signal.aborted) return undefined;
    content.removeAttribute("aria-busy");
    const now = JSON.stringify(workflows);
    if (now !== shown) fill(content, workflowTable(workflows));
    shown = now;
    return WORKFLOWS_MS;
  });
  fill(
    main,
    element("h1", { class: "hidden" }, "Workflows and runs"),
    element("section", { "aria-labelledby": "workflows" }, element("h2", { id: "workflows" }, "Workflows"), content),
    runList(context, undefined),
  );
};

function workflowTable(workflows: readonly WorkflowSummary[]): HTMLElement {
  if (workflows.length === 0)
    return placeholder(
      "No workflows yet.",
      element("span", {}, "Register one with ", element("code", {}, "espalier register"), "."),
    );
  const columns = [["Name"], ["Live"], ["Latest", "roomy"], ["Registered", "roomy"]] as const;
  return table("Workflows", columns, element("tbody", {}, ...workflows.map(workflowRow)));
}

function workflowRow(workflow: WorkflowSummary): HTMLElement {
  const { name, description, live_version, latest_version, created_at } = workflow;
  return element(
    "tr",
    {},
    element(
      "td",
      { class: "wide" },
      element("a", { href: workflowAddress(name), class: "name" }, name),
      description && element("p", { class: "quiet" }, description),
    ),
    element("td", {}, live_version === null ? element("span", { class: "quiet" }, "not live") : `v${live_version}`),
    element("td", { class: "roomy" }, `v${latest_version}`),
    element("td", { class: "time roomy" }, moment(created_at * 1000, Date.now())),
  );
}
