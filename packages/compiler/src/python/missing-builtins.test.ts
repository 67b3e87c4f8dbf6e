import { expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

function found(text: string, name = "f"): string[] {
  const module = parsePythonModule(text, "f.py");
  return [...module.findings, ...module.signature(name).findings].map(
    ({ code, message, hint, place }) => `${place?.line}:${place?.column} ${code}: ${message} ${hint}`,
  );
}

const LEAD = "forbidden-global: A program cannot call";
const REASON = "it computes its result from its parameters only.";

test("builtins that a gateway does not have are told where they are called", () => {
  const text = `RATES = open("rates.csv").read()
def f(path: str) -> str:
    with open(path) as file:
        breakpoint()
        return ask() + file.read()
def ask() -> str:
    def inner():
        return input("?")
    return inner()
def main() -> None:
    exit(f(input()))
`;
  expect(found(text)).toEqual([
    `1:9 ${LEAD} open(): ${REASON} Take what is in the file as a parameter.`,
    `3:10 ${LEAD} open(): ${REASON} Take what is in the file as a parameter.`,
    `4:9 ${LEAD} breakpoint(): ${REASON} Leave it out, or print what you want to see.`,
    `8:16 ${LEAD} input(): ${REASON} Take it as a parameter.`,
  ]);
  expect(found(text, "ask")).toHaveLength(2);
});

test.each([
  ["what the function does not call", "def f(a: int) -> int: return a\ndef main(): print(open(input()))"],
  ["what runs as a script", 'def f(a: int) -> int: return a\nif __name__ == "__main__":\n    print(f(input()))'],
  ["what may be meant to fail", "def f(a: str) -> str:\n    try: return open(a).read()\n    except OSError: return a"],
  ["a function of the same name", "def open(a: int) -> int: return a\ndef f(a: int) -> int: return open(a)"],
  ["a parameter of the same name", "def f(input: str) -> str:\n    return input.upper()"],
  ["a method of the same name", "def f(a: str) -> list[str]:\n    return [a.open(), a.input]"],
  ["an import of the same name", "from json import loads as open\ndef f(a: str) -> int:\n    return open(a)"],
  ["what is there", "def f(a: str) -> int:\n    print(a)\n    exec(a)\n    return eval(a)"],
])("%s is passed over", (_, text) => {
  expect(found(text)).toEqual([]);
});
