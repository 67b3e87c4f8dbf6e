import { describe, expect, test } from "@jest/globals";
import { BRAND } from "./brand.ts";
import { Sequence } from "./composites.ts";
import { createElement } from "./create-element.ts";
import { element, isElement, kindOf, type ElementData } from "./element.ts";
import { Fragment } from "./fragment.ts";
import { jsxDEV } from "./jsx-dev-runtime.ts";
import { jsx, jsxs } from "./jsx-runtime.ts";
import { Script } from "./leaves.ts";

const source = { fileName: "/flow.tsx", lineNumber: 7, columnNumber: 3 };
const place = { file: "/flow.tsx", line: 7, column: 3 };
const make = (type: unknown, props: unknown): ElementData => element(type, props) as ElementData;

describe("element", () => {
  test("it keeps what was written, frozen, and calls nothing", () => {
    const component = (): never => {
      throw new Error("called");
    };
    const made = make(component, { a: 1, children: ["x"] });
    expect(made).toEqual({ [BRAND]: "element", type: component, props: { a: 1, children: ["x"] }, source: undefined });
    expect(Object.isFrozen(made)).toBe(true);
    expect(Object.isFrozen(made.props)).toBe(true);
  });

  test("the author's props are copied and not frozen", () => {
    const props = { a: 1 };
    expect(make("x", props).props).not.toBe(props);
    expect(Object.isFrozen(props)).toBe(false);
  });

  test("key, __source and __self are no props", () => {
    const made = make("x", { key: "k", __source: source, __self: {}, a: 1 });
    expect(made.props).toEqual({ a: 1 });
    expect(made.source).toEqual(place);
  });

  test.each([[null], [undefined], [3]])("props of %p are none", (props) => {
    expect(make("x", props).props).toEqual({});
  });

  test("a __proto__ among the props stays data", () => {
    const made = make("x", JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(Object.hasOwn(made.props, "__proto__")).toBe(true);
    expect(made.props["polluted"]).toBeUndefined();
  });
});

describe("what compilers call", () => {
  test("jsx and jsxs record the same", () => {
    expect(jsx(Sequence, { children: [] })).toEqual(element(Sequence, { children: [] }));
    expect(jsxs).toBe(jsx);
  });

  test("jsxDEV records the place", () => {
    expect((jsxDEV(Sequence, {}, "key", false, source) as ElementData).source).toEqual(place);
  });

  test("the place that comes as an argument wins over one among the props", () => {
    const other = { ...source, lineNumber: 1 };
    expect((jsxDEV(Sequence, { __source: other }, "key", false, source) as ElementData).source).toEqual(place);
  });

  test.each<[string, readonly unknown[], unknown]>([
    ["no children keep those of the props", [], "spread"],
    ["one child replaces them", ["a"], "a"],
    ["several children become a list", ["a", "b"], ["a", "b"]],
    ["a child that is a list stays one child", [["a"]], ["a"]],
    ["a child that is undefined replaces them too", [undefined], undefined],
  ])("createElement: %s", (_name, children, expected) => {
    const made = createElement(() => null, { children: "spread", key: 1 }, ...(children as [])) as ElementData;
    expect(made.props).toEqual({ children: expected });
  });
});

describe("components of ours", () => {
  test("calling one makes the element that JSX makes", () => {
    const run = (): number => 1;
    expect(Script({ run })).toEqual(jsx(Script, { run }));
  });

  test("they have the name that they are written by", () => {
    expect([Sequence.name, Script.name, Fragment.name]).toEqual(["Sequence", "Script", "Fragment"]);
  });

  test("kindOf knows them, those of another copy of the package, and nothing else", () => {
    const foreign = Object.assign(() => null, { [BRAND]: { kind: "component", component: "python" } });
    expect(kindOf(Sequence)).toBe("sequence");
    expect(kindOf(Fragment)).toBe("fragment");
    expect(kindOf(foreign)).toBe("python");
    for (const other of ["sequence", () => null, undefined, { [BRAND]: { kind: "component", component: "if" } }]) {
      expect(kindOf(other)).toBeUndefined();
    }
  });

  test("isElement", () => {
    expect(isElement(<></>)).toBe(true);
    expect(isElement({ [BRAND]: "element", type: Sequence, props: {} })).toBe(true);
    expect(isElement({ [BRAND]: "element" })).toBe(false);
    expect(isElement(Sequence)).toBe(false);
  });
});
