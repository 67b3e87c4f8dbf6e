/* oxlint-disable unicorn/no-thenable -- thenables are what is tested */
import { describe, expect, test } from "@jest/globals";
import { callComponent, componentName, isThenable, notAComponent } from "./call.ts";
import { OUTSIDE } from "./context.ts";

describe("componentName", () => {
  test.each<[string, object, string]>([
    ["a function", function Named() {}, "Named"],
    ["a function without a name", () => {}, "(anonymous)"],
    ["a name that is no text", Object.defineProperty(() => {}, "name", { value: 3 }), "(anonymous)"],
  ])("%s", (_name, component, expected) => {
    expect(componentName(component)).toBe(expected);
  });
});

describe("callComponent", () => {
  test("it gives the props and takes the result", () => {
    const props = { a: 1 };
    expect(callComponent((given) => given as never, props, OUTSIDE)).toEqual({ ok: true, value: props });
  });

  test("null is a result", () => {
    expect(callComponent(() => null, {}, OUTSIDE)).toEqual({ ok: true, value: null });
  });

  class WithClass {}
  function OldClass() {}
  OldClass.prototype.render = () => null;
  async function Async(): Promise<null> {
    return null;
  }
  async function Rejecting(): Promise<null> {
    throw new Error("nobody waits for this");
  }
  const Thenable = () => ({ then: () => undefined });
  const BadThenable = () => ({
    then: () => {
      throw new Error("no");
    },
  });
  function Forgetful() {}
  test.each<[unknown, string, string]>([
    [WithClass, "not-a-component", "<WithClass> is a class; a component is a function."],
    [OldClass, "not-a-component", "<OldClass> is a class; a component is a function."],
    [Async, "async", "<Async> is async; a component returns its elements at once."],
    [Rejecting, "async", "<Rejecting> is async; a component returns its elements at once."],
    [Thenable, "async", "<Thenable> is async; a component returns its elements at once."],
    [BadThenable, "async", "<BadThenable> is async; a component returns its elements at once."],
    [Forgetful, "undefined", "<Forgetful> returned undefined; return null to add nothing."],
  ])("%p", (component, reason, message) => {
    const called = callComponent(component as never, {}, OUTSIDE);
    expect(called).toEqual({ ok: false, item: { type: "failure", reason, message, place: undefined, stack: [] } });
  });

  const overflow = (): never => overflow();
  const hostile = {
    get message() {
      throw new Error("no message");
    },
  };
  test.each<[string, unknown, string]>([
    ["an error", new Error("boom"), "boom"],
    ["an object with a message", { message: "boom" }, "boom"],
    ["text", "boom", "boom"],
    ["undefined", undefined, "undefined"],
    ["an object that cannot be printed", Object.create(null), "something that cannot be printed"],
    ["an object whose message throws", hostile, "something that cannot be printed"],
  ])("%s that is thrown is kept", (_name, error, message) => {
    const Throws = (): never => {
      throw error;
    };
    const called = callComponent(Throws, {}, OUTSIDE);
    expect(called).toMatchObject({ ok: false, item: { reason: "threw", message: `<Throws> threw: ${message}` } });
    expect(!called.ok && called.item.error === error).toBe(true);
  });

  test("a stack overflow is caught", () => {
    expect(callComponent(overflow, {}, OUTSIDE)).toMatchObject({ ok: false, item: { reason: "threw" } });
  });
});

test.each([
  [Promise.resolve(), true],
  [{ then() {} }, true],
  [Object.assign(() => undefined, { then() {} }), true],
  [{ then: 1 }, false],
  [null, false],
  ["then", false],
])("isThenable(%p) is %p", (value, expected) => {
  expect(isThenable(value)).toBe(expected);
});

test.each([
  ["div", "<div> is not a component; there are no tags of that kind."],
  [undefined, "A component is expected, but undefined is used as a tag; check the import."],
  [{}, "A component is expected, but a value of type object is used as a tag; check the import."],
  [Symbol("x"), "A component is expected, but a value of type symbol is used as a tag; check the import."],
])("notAComponent(%p)", (type, message) => {
  expect(notAComponent(type)).toBe(message);
});
