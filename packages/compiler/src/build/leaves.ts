import type { ElementItem } from "@espalier/jsx/tree";
import type { Reporter } from "../diagnostics/reporter.ts";
import { describeValue } from "./describe.ts";
import { readInputs } from "./inputs.ts";
import { readModel } from "./models.ts";
import { rejectChildren } from "./placement.ts";
import { readProgram } from "./programs.ts";
import { readPrompt } from "./prompts.ts";
import { propReader, type PropReader } from "./props.ts";
import type { ChatTree, ModelParams, ProgramTree } from "./tree.ts";

/** A `ChatCompletion`. */
export function buildChat(item: ElementItem, reporter: Reporter): ChatTree {
  const props = propReader(item, reporter);
  const node: ChatTree = {
    kind: "chat_completion",
    origin: item,
    model: readModelName(item, props, reporter),
    responseModel: readModel(item, props, reporter),
    params: readParams(item, props, reporter),
    timeoutSeconds: props.seconds("timeoutSeconds"),
    retry: props.retry(),
    name: props.nodeName(),
    parts: readPrompt(item, reporter),
  };
  props.rejectUnknown();
  return node;
}

function readModelName(item: ElementItem, props: PropReader, reporter: Reporter): string {
  const model = props.requiredText("model");
  if (model !== undefined && model.trim() === "") {
    const actual = "blank";
    reporter.report(item, "invalid-prop", "type", {
      component: "ChatCompletion",
      prop: "model",
      expected: "the name of a model",
      actual,
    });
  }
  return model ?? "";
}

const EFFORTS = ["none", "minimal", "low", "medium", "high"];

function readParams(item: ElementItem, props: PropReader, reporter: Reporter): ModelParams {
  const ranged = (prop: string, expected: string, fits: (value: number) => boolean): number | undefined => {
    const value = props.number(prop);
    if (value === undefined || fits(value)) return value;
    props.wrongType(prop, expected, value);
    return undefined;
  };
  return {
    temperature: ranged("temperature", "a number of at least 0", (value) => value >= 0),
    topP: ranged("topP", "a number above 0 and at most 1", (value) => value > 0 && value <= 1),
    maxTokens: props.count("maxTokens"),
    seed: props.integer("seed"),
    stop: readStop(props),
    reasoningEffort: readEffort(item, props, reporter),
  };
}

function readStop(props: PropReader): readonly string[] | undefined {
  const value = props.raw("stop");
  if (value === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((text): text is string => typeof text === "string" && text !== "");
  if (list.length > 0 && texts.length === list.length) return texts;
  const wrong = list.find((text) => typeof text !== "string" || text === "");
  props.wrongType("stop", "a text or a list of texts, none of them empty", list.length === 0 ? value : wrong);
  return undefined;
}

function readEffort(item: ElementItem, props: PropReader, reporter: Reporter): string | undefined {
  const effort = props.text("reasoningEffort");
  if (effort === undefined || EFFORTS.includes(effort)) return effort;
  const expected = `one of ${EFFORTS.map((name) => JSON.stringify(name)).join(", ")}`;
  const actual = describeValue(effort);
  reporter.report(item, "invalid-prop", "type", {
    component: "ChatCompletion",
    prop: "reasoningEffort",
    expected,
    actual,
  });
  return undefined;
}

/** A `Python` or `Script`. */
export function buildProgram(item: ElementItem, component: ProgramTree["component"], reporter: Reporter): ProgramTree {
  const props = propReader(item, reporter);
  const node: ProgramTree = {
    kind: "program",
    component,
    origin: item,
    run: readProgram(item, "run", props, reporter),
    inputs: readInputs(item, props, reporter),
    timeoutSeconds: props.seconds("timeoutSeconds"),
    retry: props.retry(),
    name: props.nodeName(),
  };
  rejectChildren(item, "Bind what it needs through `inputs`.", reporter);
  props.rejectUnknown();
  return node;
}
