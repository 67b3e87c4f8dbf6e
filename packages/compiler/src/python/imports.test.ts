import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { ALLOWED_MODULES } from "./allowed-modules.ts";
import { parsePythonModule } from "./module.ts";

function imports(text: string): string[] {
  return parsePythonModule(text, "f.py").findings.map(
    ({ code, message, place }) => `${place?.line}:${place?.column} ${code}: ${message}`,
  );
}

function forbidden(place: string, module: string): string {
  return `${place} forbidden-import: A program cannot import "${module}": it is not among the modules that a gateway offers.`;
}

const RELATIVE = "forbidden-import: A program is one file, so it cannot import from the files beside it.";

describe("imports", () => {
  test.each([
    ["import json, math as m\nfrom collections.abc import Mapping\nfrom json.decoder import JSONDecodeError\n", []],
    ["import os", [forbidden("1:8", "os")]],
    ["import json, os.path as p, re", [forbidden("1:14", "os.path")]],
    ["from pydantic import (\n    BaseModel,\n)\n", [forbidden("1:6", "pydantic")]],
    ["from . import a", [`1:6 ${RELATIVE}`]],
    ["from ...a.b import c", [`1:6 ${RELATIVE}`]],
    ["def f():\n    class A:\n        import socket\n", [forbidden("3:16", "socket")]],
    ["try:\n    import numpy\nexcept ImportError:\n    pass\n", [forbidden("2:12", "numpy")]],
    ['x = __import__("subprocess")', [forbidden("1:16", "subprocess")]],
    ['if __name__ == "__main__":\n    import doctest\n', []],
    ["if '__main__' == __name__:\n    import doctest\nelse:\n    import os\n", [forbidden("4:12", "os")]],
    ["from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\n", []],
    ["import typing\ndef f():\n    if typing.TYPE_CHECKING:\n        from . import x\n", []],
    ["if not TYPE_CHECKING:\n    import numpy\n", [forbidden("2:12", "numpy")]],
    ["if TYPE_CHECKING or x:\n    import numpy\n", [forbidden("2:12", "numpy")]],
    ["if x and TYPE_CHECKING:\n    import numpy\nelif __name__ != '__main__':\n    pass\nelse:\n    import os\n", []],
  ])("%j", (text, expected) => {
    expect(imports(text)).toEqual(expected);
  });

  test("remedies", () => {
    const hint = (text: string) => parsePythonModule(text, "f.py").findings[0]?.hint;
    expect(hint("import typing_extensions")).toBe('Import the same names from "typing".');
    expect(hint("import datetimes")).toBe('Did you mean "datetime"?');
    expect(hint("import requests")).toMatch(
      /^Programs have no files, network or installed packages\. The modules are: abc, /,
    );
  });

  test("what may be imported is what the sandbox loads", () => {
    const file = new URL("../../../sandbox/python/espalier_sandbox/modules.py", import.meta.url);
    const [, list = ""] = /^ALLOWED = \(([^)]*)\)/m.exec(readFileSync(file, "utf8")) ?? [];
    const loaded = [...list.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
    expect(loaded.sort()).toEqual([...ALLOWED_MODULES].sort());
    const page = readFileSync(new URL("../../../../docs/language.md", import.meta.url), "utf8");
    const [, listed = ""] = /^Modules of Python that may be imported: ([^]*?)\.\n\n/m.exec(page) ?? [];
    expect(listed.split(/,\s+/).map((name) => name.slice(1, -1))).toEqual(ALLOWED_MODULES);
  });
});
