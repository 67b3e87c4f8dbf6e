import { describe, expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

const MONEY = `from typing import NotRequired, TypedDict

class Invoice(TypedDict):
    vendor: str
    total: float
    note: NotRequired[str]

def clean_total(invoice: Invoice, rate: float = 1.0) -> Invoice:
    return invoice

def is_large(invoice: Invoice) -> bool:
    return invoice["total"] > 1000
`;

const INVOICE = {
  type: "object",
  properties: { vendor: { type: "string" }, total: { type: "number" }, note: { type: "string" } },
  required: ["total", "vendor"],
};

describe("parsePythonModule", () => {
  test("lists functions and gives their signatures", () => {
    const module = parsePythonModule(MONEY, "/flows/money.py");
    expect(module.functions).toEqual(["clean_total", "is_large"]);
    expect(module.findings).toEqual([]);
    expect(module.signature("clean_total")).toEqual({
      ok: true,
      findings: [],
      value: {
        parameters: [
          { name: "invoice", schema: INVOICE, required: true },
          { name: "rate", schema: { type: "number" }, required: false },
        ],
        returns: INVOICE,
      },
    });
  });

  test("names the function that was probably meant", () => {
    expect(parsePythonModule(MONEY, "/flows/money.py").signature("clean_totals")).toEqual({
      ok: false,
      findings: [
        {
          code: "not-a-program",
          message: 'The file has no function "clean_totals" at its top level.',
          hint: 'Did you mean "clean_total"?',
        },
      ],
    });
  });
});
