import { describe, expect, test } from "@jest/globals";
import { stringifiedBinding } from "./binding-mark.ts";
import { BindingUseError } from "./binding-use-error.ts";
import { Input, isBinding } from "./bindings.ts";
import { BRAND } from "./brand.ts";

describe("Input", () => {
  test("each binding says where its value comes from", () => {
    expect({ ...Input.messages }).toEqual({ [BRAND]: "binding", source: "messages", path: [] });
    expect({ ...Input.previous }).toEqual({ [BRAND]: "binding", source: "previous", path: [] });
    expect({ ...Input.item }).toEqual({ [BRAND]: "binding", source: "item", path: [] });
  });

  test("fields are selected one after another and leave the binding they start from as it is", () => {
    const first = Input.previous.field("a");
    expect(first.field("b").path).toEqual(["a", "b"]);
    expect(first.path).toEqual(["a"]);
    expect(Input.previous.path).toEqual([]);
    expect(Input.item.field("x").source).toBe("item");
  });

  test("messages have no fields", () => {
    expect("field" in Input.messages).toBe(false);
  });

  test("everything is frozen", () => {
    const field = Input.previous.field("a");
    for (const value of [Input, Input.messages, Input.previous, Input.item, field, field.path]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
  });

  test("a field name that is no text is recorded as text", () => {
    expect(Input.previous.field(0 as unknown as string).path).toEqual(["0"]);
  });
});

describe("a binding that becomes text leaves its mark", () => {
  const binding = Input.previous.field("total");
  const object = binding as unknown as string;
  test.each<[string, string]>([
    ["template literal", `Review ${object}!`],
    ["concatenation", "Review " + object],
    ["concatenation from the left", object + " is it"],
    ["String", String(object)],
    ["JSON.stringify", JSON.stringify(binding)],
    ["JSON.stringify of something around it", JSON.stringify({ a: [binding] }, null, 2)],
    ["join", ["Review", object].join(" ")],
    ["a property name", Object.keys({ [object]: 1 })[0] ?? ""],
  ])("%s", (_how, text) => {
    expect(stringifiedBinding(text)).toBe('Input.previous.field("total")');
  });

  test("messages leave it too", () => {
    expect(stringifiedBinding(`${Input.messages as unknown as string}`)).toBe("Input.messages");
  });
});

describe("a binding that is calculated or compared with is refused", () => {
  const number = Input.item.field("total") as unknown as number;
  test.each<[string, () => unknown]>([
    [">", () => number > 3],
    ["*", () => number * 2],
    ["-", () => -number],
    ["Number", () => Number(number)],
    ["Math.max", () => Math.max(number, 1)],
  ])("%s", (_how, use) => {
    expect(use).toThrow(BindingUseError);
    expect(use).toThrow(
      'Input.item.field("total") has no value while the workflow is written. Calculate and compare in a program: ' +
        "<Script run={…} /> for a value, <If condition={…} …/> for a choice.",
    );
  });

  test("the error has a code and a name", () => {
    expect(new BindingUseError("Input.item")).toMatchObject({ code: "binding-as-condition", name: "BindingUseError" });
  });
});

describe("isBinding", () => {
  test.each([
    ["a binding", Input.item.field("a"), true],
    ["one of another copy of the package", { [BRAND]: "binding", source: "item", path: ["a"] }, true],
    ["one without a path", { [BRAND]: "binding", source: "item" }, false],
    ["one with a wrong path", { [BRAND]: "binding", source: "item", path: [0] }, false],
    ["one from nowhere", { [BRAND]: "binding", source: "output", path: [] }, false],
    ["its mark", String(Input.item), false],
    ["undefined", undefined, false],
  ])("%s", (_name, value, expected) => {
    expect(isBinding(value)).toBe(expected);
  });
});

describe("a property that is read where a field should be selected", () => {
  const misread = (read: (input: { previous: never; item: never; messages: never }) => unknown) => read(Input as never);

  test.each<[string, unknown, string, readonly string[]]>([
    ["one", misread(({ previous }) => previous["total"]), "Input.previous.total", ["total"]],
    ["of a property", misread(({ item }) => item["a"]["b"]), "Input.item.a.b", ["a", "b"]],
    ["of a field", misread(() => (Input.item.field("a") as never)["_id"]), 'Input.item.field("a")._id', ["a", "_id"]],
    ["of an item", misread(({ messages }) => messages[0]["content"]), "Input.messages[0].content", ["0", "content"]],
    ["of the messages", misread(({ messages }) => messages["length"]), "Input.messages.length", ["length"]],
    ["of Input itself", (Input as never)["order"], "Input.order", ["order"]],
  ])("%s stays a binding, marked with what was written", (_, value, written, path) => {
    expect(isBinding(value)).toBe(true);
    expect(value).toMatchObject({ "~misread": written, path });
  });

  test.each(["then", "constructor", "~standard", "$$typeof", "asymmetricMatch"])("%s is not one", (name) => {
    expect((Input.previous as unknown as Record<string, unknown>)[name]).toBeUndefined();
  });
});

describe("a method of a binding", () => {
  type Anything = Record<string, (...given: unknown[]) => unknown>;
  const previous = Input.previous as unknown as Record<string, Anything>;
  const list = Input.previous.field("list") as unknown as Anything;
  const messages = Input.messages as unknown as Anything;
  const remedy = (binding: string) =>
    `For each item of a list, write <ForEach items={${binding}}>; for anything else, call it in a program: <Script run={…} />.`;

  test.each<[string, () => unknown, string, string]>([
    ["a list's", () => list["map"]?.(String), 'Input.previous.field("list")', "map"],
    ["of a property", () => previous["invoices"]?.["filter"]?.(Boolean), "Input.previous.invoices", "filter"],
    ["of the messages", () => messages["at"]?.(-1), "Input.messages", "at"],
    ["a text's", () => list["toUpperCase"]?.(), 'Input.previous.field("list")', "toUpperCase"],
    ["a number's", () => list["toFixed"]?.(2), 'Input.previous.field("list")', "toFixed"],
  ])("%s is refused when it is called", (_, call, binding, method) => {
    const written = binding.replace(".invoices", '.field("invoices")');
    expect(call).toThrow(BindingUseError);
    expect(call).toThrow(
      `${binding} has no value while the workflow is written, so .${method}(…) cannot be called. ${remedy(written)}`,
    );
  });

  test("is a misread binding as any other when it is not called", () => {
    const { map } = list;
    expect(isBinding(map)).toBe(true);
    expect({ ...map }).toEqual({
      [BRAND]: "binding",
      source: "previous",
      path: ["list", "map"],
      "~misread": 'Input.previous.field("list").map',
    });
    expect(Object.isFrozen(map)).toBe(true);
    expect((map as unknown as { readonly name: unknown }).name).toMatchObject({ path: ["list", "map", "name"] });
    expect((map as unknown as { readonly length: unknown }).length).toMatchObject({ path: ["list", "map", "length"] });
    expect(stringifiedBinding(JSON.stringify(map))).toBe('Input.previous.field("list").field("map")');
    expect(stringifiedBinding(String(map))).toBe('Input.previous.field("list").field("map")');
  });
});
