/* oxlint-disable unicorn/no-thenable -- `then` is an exit of If here */
import { describe, expect, test } from "@jest/globals";
import { Input } from "../bindings.ts";
import { Branch, ForEach, If, Parallel, Sequence, Workflow } from "../composites.ts";
import { createElement } from "../create-element.ts";
import type { ElementData } from "../element.ts";
import { Fragment } from "../fragment.ts";
import { ChatCompletion, Script } from "../leaves.ts";
import type { Element, Nodes } from "../nodes.ts";
import { System, User } from "../prompt.ts";
import { text } from "../text.ts";
import { expand } from "./expand.ts";
import type { ElementItem, Item } from "./item.ts";

const run = (value: number): number => value;
const step = <Script run={run} />;

/** The kinds and values of items, nested as they are. */
function outline(items: readonly Item[]): unknown[] {
  return items.map((item) => {
    if (item.type === "failure") return `!${item.reason}`;
    if (item.type === "value") return item.value;
    return item.children.length === 0 ? item.kind : [item.kind, ...outline(item.children)];
  });
}

const only = (value: unknown): ElementItem => {
  const items = expand(value);
  expect(items).toHaveLength(1);
  expect(items[0]?.type).toBe("element");
  return items[0] as ElementItem;
};

const loose = (value: unknown): Element => value as Element;

describe("what is resolved away", () => {
  function Group({ children }: { children?: Nodes }) {
    return <>{children}</>;
  }
  test.each<[string, unknown, unknown[]]>([
    ["null, undefined and false vanish", [null, undefined, false, step], ["script"]],
    ["arrays are flattened in order", [[1], [[2, [3]], 4], 5], [1, 2, 3, 4, 5]],
    [
      "fragments are flattened in order",
      <>
        {step}
        <>{step}</>
        <Fragment key="k">{step}</Fragment>
      </>,
      ["script", "script", "script"],
    ],
    ["components are called", [<Group key={1}>{step}</Group>, <Group key={2} />], ["script"]],
    ["text is taken apart", text`a ${Input.item} b`, ["a ", Input.item, " b"]],
    ["true, numbers, empty text and NaN stay", [true, 0, "", Number.NaN], [true, 0, "", Number.NaN]],
    ["functions and objects stay", [run, { a: 1 }], [run, { a: 1 }]],
    ["holes vanish", [1, Array(3), 2], [1, 2]],
  ])("%s", (_name, value, expected) => {
    expect(outline(expand(value))).toEqual(expected);
  });

  test("the same element used twice gives two items", () => {
    const items = expand([step, step]);
    expect(items).toHaveLength(2);
    expect(items[0]).not.toBe(items[1]);
    expect(items[0]).toEqual(items[1]);
  });

  test("a component is called once for each time that it is used", () => {
    let calls = 0;
    const Counted = () => {
      calls += 1;
      return step;
    };
    const counted = <Counted />;
    expand(<>{[counted, counted]}</>);
    expect(calls).toBe(2);
  });
});

describe("elements of ours", () => {
  test("props are as written, without children and key", () => {
    const props = { run, name: "n", key: "k", unknown: 1 };
    const item = only(Script(props));
    expect(item.kind).toBe("script");
    expect(item.props).toEqual({ run, name: "n", unknown: 1 });
    expect(item.hasChildren).toBe(false);
    expect(props).toEqual({ run, name: "n", key: "k", unknown: 1 });
  });

  test.each<[string, unknown, boolean]>([
    ["no children", createElement(Sequence, loose({}) as never), false],
    ["undefined", Sequence({ children: undefined }), false],
    ["null", Sequence({ children: null }), true],
    ["an empty list", Sequence({ children: [] }), true],
    ["a node", Sequence({ children: step }), true],
  ])("hasChildren: %s", (_name, value, expected) => {
    expect(only(value).hasChildren).toBe(expected);
  });

  test("children that arrive with a spread are recorded and are no prop", () => {
    const Passing = (props: { readonly children: Nodes }) => <Script run={run} {...loose(props)} />;
    const item = only(<Passing>{step}</Passing>);
    expect(item.props).toEqual({ run });
    expect(item.hasChildren).toBe(true);
    expect(outline(item.children)).toEqual(["script"]);
  });

  test("written children replace those of a spread", () => {
    const props = { children: [step, step] };
    expect(outline(only(<Sequence {...props}>{step}</Sequence>).children)).toEqual(["script"]);
    expect(outline(only(<Sequence {...props} />).children)).toEqual(["script", "script"]);
  });

  test("both exits of an If are expanded, and the props stay", () => {
    const item = only(
      <If condition={(value: number) => value > 1} then={[step, null, step]} otherwise={<>{step}</>} />,
    );
    expect(outline(item.exits?.then ?? [])).toEqual(["script", "script"]);
    expect(outline(item.exits?.otherwise ?? [])).toEqual(["script"]);
    expect(Object.keys(item.props)).toEqual(["condition", "then", "otherwise"]);
  });

  test("an If without exits has empty ones", () => {
    expect(only(createElement(If, loose({}) as never)).exits).toEqual({ then: [], otherwise: [] });
  });

  test("branches are in authoring order, and the prop stays", () => {
    const branches = { b: step, a: [step, step], c: <>{step}</> };
    const item = only(<Parallel branches={branches} />);
    expect(item.branches?.map(({ name, items }) => [name, outline(items)])).toEqual([
      ["b", ["script"]],
      ["a", ["script", "script"]],
      ["c", ["script"]],
    ]);
    expect(item.props["branches"]).toBe(branches);
    expect(item.hasChildren).toBe(false);
  });

  test("only own, enumerable, named properties are branches", () => {
    const branches = Object.create({ inherited: step }, { hidden: { value: step } }) as Record<string, Element>;
    branches["a"] = step;
    Object.assign(branches, { [Symbol("s")]: step });
    expect(only(<Parallel branches={branches} />).branches?.map(({ name }) => name)).toEqual(["a"]);
  });

  test("a __proto__ branch in a literal is no branch, and can be seen from the prototype", () => {
    const item = only(<Parallel branches={{ a: step, __proto__: step }} />);
    expect(item.branches?.map(({ name }) => name)).toEqual(["a"]);
    expect(Object.getPrototypeOf(item.props["branches"])).toBe(step);
  });

  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["an array", [step]],
    ["an element", step],
    ["a binding", Input.previous],
    ["text", "a"],
    ["a function", run],
  ])("%s holds no branches", (_name, value) => {
    const item = only(<Parallel branches={value as never} />);
    expect("branches" in item).toBe(false);
    expect(item.props).toEqual({ branches: value });
  });

  test("Branch children are items of their own", () => {
    const item = only(
      <Parallel>
        <Branch name="a">{step}</Branch>
        {["b", "c"].map((name) => (
          <Branch key={name} name={name}>
            {step}
          </Branch>
        ))}
      </Parallel>,
    );
    expect(item.children.map((child) => child.type === "element" && [child.kind, child.props])).toEqual([
      ["branch", { name: "a" }],
      ["branch", { name: "b" }],
      ["branch", { name: "c" }],
    ]);
  });

  test("whitespace in a prompt is that of JSX", () => {
    const item = only(
      <ChatCompletion model="m">
        <System>
          One two {3}
          {Input.previous} four
        </System>
      </ChatCompletion>,
    );
    expect(outline(item.children)).toEqual([["system", "One two ", 3, Input.previous, " four"]]);
  });
});

describe("places", () => {
  const line = (item: Item | undefined): number | undefined => item?.place?.line;
  const lineOf = (element: Element): number => (element as ElementData).source?.line ?? 0;

  test("an element is where it was written", () => {
    const item = only(<Script run={run} />);
    expect(item.place?.file).toMatch(/[\\/]expand\.test\.tsx$/);
    expect(item.place).toMatchObject({ line: expect.any(Number), column: 23 });
  });

  test("values and elements without a place are at the nearest element around them", () => {
    const place = { fileName: "/f.tsx", lineNumber: 4, columnNumber: 2 };
    const props = { children: ["a", [Input.item], System({ children: "b" })], __source: place };
    const item = only(createElement(User, props));
    expect(item.place).toEqual({ file: "/f.tsx", line: 4, column: 2 });
    expect(item.children.map(line)).toEqual([4, 4, 4]);
  });

  test("the component stack says where each component was written, outermost first", () => {
    const start = lineOf(<Fragment />);
    const Inner = () => step;
    const Outer = () => <Inner />;
    const item = only(<Outer />);
    expect(item.stack.map(({ component, place }) => [component, (place?.line ?? 0) - start])).toEqual([
      ["Outer", 3],
      ["Inner", 2],
    ]);
    expect(item.place?.line).toBe(lineOf(step));
  });

  test("outside every element there is no place and no stack", () => {
    expect(expand("x")).toEqual([{ type: "value", value: "x", place: undefined, stack: [] }]);
  });
});

describe("failures stand in the place of what failed", () => {
  const Throws = (): never => {
    throw new Error("boom");
  };

  test("the rest is there, and the failure has place and stack", () => {
    const Around = ({ children }: { children: Nodes }) => <Sequence>{children}</Sequence>;
    const item = only(
      <Around>
        {step}
        <Throws />
        {step}
      </Around>,
    );
    expect(outline(item.children)).toEqual(["script", "!threw", "script"]);
    const [, failure] = item.children;
    expect(failure).toMatchObject({ type: "failure", message: "<Throws> threw: boom", error: { message: "boom" } });
    expect(failure?.place?.file).toMatch(/expand\.test\.tsx$/);
    expect(failure?.stack.map(({ component }) => component)).toEqual(["Around", "Throws"]);
  });

  test.each<[string, unknown, string]>([
    ["a tag", createElement("div" as never, null), "!not-a-component"],
    ["a tag that is the name of a kind", createElement("sequence" as never, null), "!not-a-component"],
    ["an undefined import", createElement(undefined as never, null), "!not-a-component"],
    ["a promise among children", Promise.resolve(step), "!async"],
    ["a promise that rejects", Promise.reject(new Error("nobody waits for this")), "!async"],
  ])("%s", (_name, value, expected) => {
    expect(outline(expand([step, value, step]))).toEqual(["script", expected, "script"]);
  });

  test("a getter that throws", () => {
    const branches = Object.defineProperty({ a: step }, "b", {
      enumerable: true,
      get: (): never => {
        throw new Error("boom");
      },
    });
    const items = expand([<Parallel key={1} branches={branches} />, step, <Parallel key={2} branches={branches} />]);
    expect(outline(items)).toEqual(["!threw", "script", "!threw"]);
    expect(items[0]).toMatchObject({ message: "Reading a value threw: boom" });
  });

  test("a revoked proxy", () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(outline(expand([proxy, step]))).toEqual(["!threw", "script"]);
  });
});

describe("bounds", () => {
  const nest = (depth: number, wrap: (inner: Nodes) => Nodes): Nodes => {
    let value: Nodes = step;
    for (let i = 0; i < depth; i += 1) value = wrap(value);
    return value;
  };
  function Wrap({ children }: { children: Nodes }) {
    return children;
  }
  const wrappers: [string, (inner: Nodes) => Nodes][] = [
    ["arrays", (inner) => [inner]],
    ["fragments", (inner) => <>{inner}</>],
    ["components", (inner) => <Wrap>{inner}</Wrap>],
  ];

  test.each(wrappers)("999 %s around a node are fine, 1,000 are too deep", (_name, wrap) => {
    expect(outline(expand(nest(999, wrap)))).toEqual(["script"]);
    const [failure] = expand(nest(1_000, wrap));
    expect(failure).toMatchObject({
      reason: "too-deep",
      message: "Components, arrays and fragments nest more than 1,000 deep.",
    });
  });

  test.each(wrappers)("100,000 %s do not overflow the stack", (_name, wrap) => {
    expect(outline(expand(nest(100_000, wrap)))).toEqual(["!too-deep"]);
  });

  test("100,000 nested sequences do not either", () => {
    let items: readonly Item[] = expand(nest(100_000, (inner) => <Sequence>{inner}</Sequence>));
    let depth = 0;
    for (; items[0]?.type === "element"; items = items[0].children) depth += 1;
    expect(depth).toBe(1_000);
    expect(outline(items)).toEqual(["!too-deep"]);
  });

  test("an array of 100,000 nodes is expanded in order", () => {
    const items = expand(<>{Array.from({ length: 100_000 }, (_, index) => [index])}</>);
    expect(items).toHaveLength(100_000);
    expect(items.every((item, index) => item.type === "value" && item.value === index)).toBe(true);
  });

  test("a component that never ends", () => {
    const Forever = (): Element => <Forever />;
    const items = expand([<Forever key={1} />, step]);
    expect(outline(items)).toEqual(["!too-deep", "script"]);
    // The array around it is the thousandth.
    expect(items[0]?.stack).toHaveLength(999);
  });

  test("a component that doubles itself ends", () => {
    const Twice = (): Nodes => [<Twice key={1} />, <Twice key={2} />];
    const items = expand(<Twice />);
    expect(items.at(-1)).toMatchObject({
      reason: "too-deep",
      message: "The tree is too large: components or arrays multiply without end.",
    });
  });

  test("an array of a thousand million holes ends", () => {
    expect(expand(Array(1_000_000_000)).map((item) => item.type)).toEqual(["failure"]);
  });

  test("an array that contains itself", () => {
    const array: unknown[] = [step];
    array.push([array], step);
    const items = expand(array);
    expect(outline(items)).toEqual(["script", "!cycle", "script"]);
    expect(items[1]).toMatchObject({ message: "An array of children contains itself." });
  });

  test("an element that contains itself", () => {
    const children: Nodes[] = [];
    const loop = <ForEach items={Input.previous}>{children}</ForEach>;
    children.push(loop, step);
    const item = only(loop);
    expect(outline(item.children)).toEqual(["!cycle", "script"]);
    expect(item.children[0]).toMatchObject({ message: "<ForEach> contains itself." });
  });

  test("a component that returns its own element", () => {
    const Self = (): Element => self;
    const self = <Self />;
    expect(outline(expand(self))).toEqual(["!cycle"]);
  });

  test("the same array twice, side by side, is no cycle", () => {
    const array = [step];
    expect(outline(expand([array, [array, array]]))).toEqual(["script", "script", "script"]);
  });

  test("an array that a component grows while it is read ends where it ended", () => {
    const array: Nodes[] = [];
    const Grow = (): null => {
      array.push(<Grow key={array.length} />);
      return null;
    };
    array.push(<Grow key={0} />);
    expect(expand(array)).toEqual([]);
    expect(array).toHaveLength(2);
  });
});

test("a whole workflow", () => {
  const item = only(
    <Workflow name="w" deadlineSeconds={9}>
      {step}
      <ForEach items={Input.previous.field("a")}>{step}</ForEach>
    </Workflow>,
  );
  expect(item.kind).toBe("workflow");
  expect(item.props).toEqual({ name: "w", deadlineSeconds: 9 });
  expect(outline(item.children)).toEqual(["script", ["for_each", "script"]]);
});
