import { describe, expect, test } from "@jest/globals";
import { readFileSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { pageDirectory } from "./index.ts";

const read = (name: string): string => readFileSync(join(pageDirectory, name), "utf8");

describe("the built page (`npm run build:page -w @espalier/visualizer`)", () => {
  test("is a folder of four files, of kinds that the gateway serves", () => {
    expect(isAbsolute(pageDirectory)).toBe(true);
    expect(readdirSync(pageDirectory).sort()).toEqual(["icon.svg", "index.html", "page.css", "page.js"]);
  });

  test("names only its own files, and has nothing inline", () => {
    const html = read("index.html");
    const addresses = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address);
    expect(new Set(addresses)).toEqual(new Set(["icon.svg", "page.css", "page.js"]));
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
    expect(read("page.css")).not.toMatch(/@import|url\(/);
  });

  test("never turns text into markup or code", () => {
    expect(read("page.js")).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
  });
});
