import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import * as client from "./index.ts";

const page = readFileSync(new URL("../../../docs/gateway.md", import.meta.url), "utf8");

test("docs/gateway.md names every method of the client", () => {
  const methods = Object.getOwnPropertyNames(client.GatewayClient.prototype).filter((name) => name !== "constructor");
  expect(methods.length).toBeGreaterThan(10);
  for (const method of methods) expect(page).toMatch(new RegExp(`^\\| .*\`${method}\\(`, "m"));
});

test("docs/gateway.md names every class of error, and whether repeating helps", () => {
  const classes = Object.entries(client).filter(([name]) => name.endsWith("Error") && name !== "GatewayError");
  expect(classes.length).toBeGreaterThan(8);
  for (const [name, Class] of classes) {
    if (name === "isGatewayError") continue;
    const error = new (Class as typeof client.GatewayError)("x", { status: 0, code: "x" });
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` .*\\| ${error.retryable ? "yes" : "no"} +\\|$`, "m"));
  }
});
