import type { WorkflowDetail } from "@espalier/client";
import type { Bundle } from "@espalier/contract";
import { element, fill } from "../dom.ts";
import { graphSection } from "../graph/graph-section.ts";
import { facts, loading, moment } from "../parts.ts";
import { workflowAddress } from "../routes.ts";
import { shortDigest } from "../format.ts";
import type { View } from "../view.ts";
import { runList } from "./run-list.ts";

/** One workflow: its graph and its runs. Without a version, the live one, or else the newest. */
export function workflowView(name: string, wanted: number | undefined): View {
  return (context) => {
    const { session, main, signal, keepLoading } = context;
    fill(main, loading());
    document.title = `${name} · Espalier`;
    keepLoading(async () => {
      const workflow = await session.client.workflow(name);
      const version = wanted ?? workflow.live_version ?? workflow.latest_version;
      const bundle = await session.client.bundle(name, version);
      if (signal.aborted) return undefined;
      fill(main, head(workflow, version, bundle), graphSection(bundle).element, runList(context, name));
      return undefined;
    });
  };
}

function head(workflow: WorkflowDetail, version: number, bundle: Bundle): HTMLElement {
  const chosen = workflow.versions.find((each) => each.version === version);
  const description = bundle.description ?? workflow.description;
  const { deadline_seconds } = bundle;
  return element(
    "header",
    { class: "head" },
    element("p", { class: "crumb" }, "Workflow"),
    element("h1", {}, workflow.name),
    description && element("p", {}, description),
    facts([
      ["Version", versionPicker(workflow, version)],
      ["Digest", chosen && element("span", { class: "code", title: chosen.digest }, shortDigest(chosen.digest))],
      ["Registered", chosen && moment(chosen.created_at * 1000, Date.now())],
      ["Contract", `v${bundle.contract_version}`],
      ["Deadline", deadline_seconds !== undefined && `${deadline_seconds} s`],
    ]),
  );
}

function versionPicker(workflow: WorkflowDetail, shown: number): HTMLElement {
  const options = workflow.versions.map(({ version }) =>
    element("option", { value: version, selected: version === shown }, versionLabel(workflow, version)),
  );
  const select = element("select", { "aria-label": "Version" }, ...options);
  select.addEventListener("change", () => {
    location.hash = workflowAddress(workflow.name, Number(select.value));
  });
  return select;
}

function versionLabel({ live_version, latest_version }: WorkflowDetail, version: number): string {
  const marks = [version === live_version && "live", version === latest_version && "latest"].filter(Boolean);
  return marks.length === 0 ? `v${version}` : `v${version} (${marks.join(", ")})`;
}
