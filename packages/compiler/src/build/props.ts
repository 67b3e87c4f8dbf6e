import { type ElementItem, stringifiedBinding } from "@espalier/jsx/tree";
import { nearest } from "../diagnostics/nearest.ts";
import type { Reporter } from "../diagnostics/reporter.ts";
import { componentName, describeValue, isPlainObject } from "./describe.ts";
import { checkNodeName } from "./names.ts";
import type { RetryValue } from "./tree.ts";

/**
 * Reads the props of one element. Every reader reports what is wrong and gives `undefined`, or a harmless value that
 * lets the rest be checked. What was never read is unknown: call `rejectUnknown` last.
 */
export interface PropReader {
  /** The prop as it is; undefined when absent. */
  raw(prop: string): unknown;
  /** Reports that a required prop is missing. */
  missing(prop: string, expected: string): void;
  /** Reports a prop of the wrong type. */
  wrongType(prop: string, expected: string, value: unknown): void;
  /** A required text. */
  requiredText(prop: string): string | undefined;
  /** A text that may be left out. */
  text(prop: string): string | undefined;
  /** The name of a node. */
  nodeName(): string | undefined;
  /** A finite number within no limits. */
  number(prop: string): number | undefined;
  /** A whole number within no limits. */
  integer(prop: string): number | undefined;
  /** A whole number of at least 1. */
  count(prop: string): number | undefined;
  /** As `count`: the default when left out, and 1 when wrong, so that no other limit is exceeded for that reason. */
  limit(prop: string, byDefault: number): number;
  /** A positive, finite number of seconds. */
  seconds(prop: string): number | undefined;
  /** How a failed call is repeated. */
  retry(): RetryValue | undefined;
  /** Reports every prop that was not read. */
  rejectUnknown(): void;
}

/** A reader of the element's props. */
export function propReader(item: ElementItem, reporter: Reporter): PropReader {
  const component = componentName(item.kind);
  const known = new Set<string>();
  const raw = (prop: string): unknown => {
    known.add(prop);
    return Object.hasOwn(item.props, prop) ? item.props[prop] : undefined;
  };
  const wrongType = (prop: string, expected: string, value: unknown): void =>
    reporter.report(item, "invalid-prop", "type", { component, prop, expected, actual: describeValue(value) });
  const missing = (prop: string, expected: string): void =>
    reporter.report(item, "invalid-prop", Object.hasOwn(item.props, prop) ? "undefined" : "missing", {
      component,
      prop,
      expected,
    });

  const text = (prop: string): string | undefined => {
    const value = raw(prop);
    if (value === undefined) return undefined;
    if (typeof value !== "string") {
      wrongType(prop, "text", value);
      return undefined;
    }
    const binding = stringifiedBinding(value);
    if (binding !== undefined) reporter.report(item, "invalid-prop", "stringified", { component, prop, binding });
    return binding === undefined ? value : undefined;
  };
  const numeric = (prop: string): number | undefined => {
    const value = raw(prop);
    if (value === undefined) return undefined;
    if (typeof value === "number") return value;
    wrongType(prop, "a number", value);
    return undefined;
  };
  const figure = figureChecks(item, component, reporter);

  return {
    raw,
    missing,
    wrongType,
    text,
    requiredText(prop) {
      if (raw(prop) === undefined) missing(prop, "a text");
      return text(prop);
    },
    nodeName() {
      const name = text("name");
      if (name !== undefined) checkNodeName(name, "node", item, reporter);
      return name;
    },
    number(prop) {
      const value = numeric(prop);
      if (value === undefined || Number.isFinite(value)) return value;
      wrongType(prop, "a finite number", value);
      return undefined;
    },
    integer(prop) {
      const value = numeric(prop);
      if (value === undefined || Number.isSafeInteger(value)) return value;
      wrongType(prop, "a whole number", value);
      return undefined;
    },
    count: (prop) => figure.whole(prop, numeric(prop), 1),
    limit: (prop, byDefault) => (raw(prop) === undefined ? byDefault : (figure.whole(prop, numeric(prop), 1) ?? 1)),
    seconds: (prop) => figure.positive(prop, numeric(prop)),
    retry() {
      const value = raw("retry");
      if (value === undefined) return undefined;
      if (isPlainObject(value)) return readRetry(value, item, component, reporter);
      wrongType("retry", "an object such as { maxAttempts: 3 }", value);
      return undefined;
    },
    rejectUnknown() {
      const all = [...known];
      for (const prop of Object.keys(item.props)) {
        if (known.has(prop) || item.props[prop] === undefined) continue;
        reporter.report(item, "invalid-prop", "unknown", { component, prop, near: nearest(prop, all), all });
      }
    },
  };
}

/** Checks of figures: each gives the figure when it is fine, and otherwise reports and gives undefined. */
function figureChecks(item: ElementItem, component: string, reporter: Reporter) {
  return {
    whole(prop: string, value: number | undefined, atLeast: number): number | undefined {
      if (value === undefined || (Number.isSafeInteger(value) && value >= atLeast)) return value;
      reporter.report(item, "invalid-limit", "whole", { component, prop, value: String(value), atLeast });
      return undefined;
    },
    positive(prop: string, value: number | undefined): number | undefined {
      if (value === undefined || (Number.isFinite(value) && value > 0)) return value;
      reporter.report(item, "invalid-limit", "positive", { component, prop, value: String(value) });
      return undefined;
    },
  };
}

const RETRY_PROPS = ["maxAttempts", "initialBackoffSeconds", "backoffMultiplier", "maxBackoffSeconds"];

function readRetry(
  value: Readonly<Record<string, unknown>>,
  item: ElementItem,
  component: string,
  reporter: Reporter,
): RetryValue | undefined {
  const figure = figureChecks(item, component, reporter);
  const read = (key: string): number | undefined => {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given === undefined || typeof given === "number") return given;
    const actual = describeValue(given);
    reporter.report(item, "invalid-prop", "type", { component, prop: `retry.${key}`, expected: "a number", actual });
    return undefined;
  };
  for (const key of Object.keys(value)) {
    if (RETRY_PROPS.includes(key)) continue;
    const near = nearest(key, RETRY_PROPS);
    reporter.report(item, "invalid-prop", "unknown", { component, prop: `retry.${key}`, near, all: RETRY_PROPS });
  }
  if (value["maxAttempts"] === undefined) {
    reporter.report(item, "invalid-prop", "missing", { component, prop: "retry.maxAttempts", expected: "a number" });
  }
  const maxAttempts = figure.whole("retry.maxAttempts", read("maxAttempts"), 1);
  const initialBackoffSeconds = figure.positive("retry.initialBackoffSeconds", read("initialBackoffSeconds")) ?? 1;
  const backoffMultiplier = figure.positive("retry.backoffMultiplier", read("backoffMultiplier")) ?? 2;
  const maxBackoffSeconds = figure.positive("retry.maxBackoffSeconds", read("maxBackoffSeconds")) ?? 30;
  if (maxAttempts === undefined) return undefined;
  return { maxAttempts, initialBackoffSeconds, backoffMultiplier, maxBackoffSeconds };
}
