import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { CHROMIUM, launch, open, type Watched } from "./fixtures/browser.ts";
import { HOSTILE, fakeGateway, type FakeGateway } from "./fixtures/gateway.ts";
import { pageDirectory } from "./index.ts";
import { servePage, type PageServer } from "./fixtures/page-server.ts";

jest.setTimeout(60_000);

if (CHROMIUM === undefined) test.skip("no Chromium on this machine: the page was not tried in a browser", () => {});
else describe("the built page in a browser", inBrowser);

function inBrowser() {
  let browser: Browser;
  let server: PageServer;
  let gateway: FakeGateway;
  let watched: Watched | undefined;
  /** Problems that a test causes on purpose. */
  let expected: RegExp | undefined;

  beforeAll(async () => {
    if (!existsSync(join(pageDirectory, "index.html")))
      throw new Error("the page is not built: run `npm run build:page -w @espalier/visualizer` after `tsc -b`");
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    gateway = fakeGateway(Date.now());
    server = await servePage(gateway.answer);
    expected = undefined;
  });
  afterEach(async () => {
    await watched?.page.context().close();
    await server.close();
    const { problems } = watched!;
    watched = undefined;
    expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
  });

  async function visit(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
    watched = await open(browser, server.url + hash, options);
    return watched.page;
  }

  test("inline script is refused, and the tests below would see that", async () => {
    const page = await visit("");
    expected = /violates the following Content Security Policy directive/;
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'broken'";
      document.head.append(script);
    });
    await page.waitForTimeout(50);
    expect(watched!.problems.join()).toMatch(expected);
    expect(await page.title()).toBe("Espalier");
  });

  test("lists workflows and runs, newest first, and leads to them by keyboard", async () => {
    const page = await visit("");
    await page.getByRole("link", { name: "run_live" }).waitFor();
    await page.getByRole("link", { name: "vast" }).waitFor();
    const cells = (table: string) => page.getByRole("table", { name: table }).locator("tbody tr").allInnerTexts();
    expect((await cells("Workflows")).map((text) => text.split(/\s*[\t\n]\s*/))).toEqual([
      ["invoice-triage", expect.stringContaining("Reads the invoices"), "v2", "v3", "2 h ago"],
      ["vast", "not live", "v3", "2 h ago"],
    ]);
    expect((await cells("Runs, newest first")).map((text) => text.split("\t").slice(0, 4).join(" | "))).toEqual([
      "running | run_live | invoice-triage v2 | just now",
      "completed | run_good | invoice-triage v2 | 1 min ago",
      "failed | run_bad | invoice-triage v2 | 1 h ago",
      "cancelled | run_gone | invoice-triage v2 | 2 h ago",
      expect.stringMatching(/^completed \| run_long \| invoice-triage v2 \| \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/),
    ]);
    await page.getByRole("link", { name: "run_good" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "run_good" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/runs/run_good");
    expect(await page.title()).toBe("completed: invoice-triage · Espalier");
    await page.goBack();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
  });

  test("shows a new run, and how a running one goes on, by itself", async () => {
    const page = await visit("");
    await page.getByRole("link", { name: "run_live" }).waitFor();
    const run = gateway.runs.get("run_live")!;
    gateway.runs.set("run_live", { ...run, status: "completed", ended_at: run.created_at + 1200 });
    gateway.runs.set("run_new", { ...run, id: "run_new" });
    await page.getByRole("row", { name: /completed.*run_live.*1\.2 s$/ }).waitFor();
    await page.getByRole("row", { name: /running.*run_new.* so far$/ }).waitFor();
  });

  test("draws the graph of a workflow, and tells about a node", async () => {
    const page = await visit("#/workflows/invoice-triage");
    const graph = page.getByRole("region", { name: "Graph", exact: true });
    await graph.waitFor();
    expect((await graph.innerText()).split("\n").filter((line) => line !== "")).toEqual(
      [
        "Request | extract | node_1 | Model call · fast",
        "For each | node_2 | previous.invoices · up to 50 items × 8 at once | Python | node_3 | clean_total",
        "If | node_4 | needsReview | then | review | node_5 | Model call · careful",
        "otherwise | JavaScript | node_6 | approve",
        "Parallel | node_7 | 2 branches, 2 at once | ledger | JavaScript | node_8 | toLedger",
        "summary | Sequence | node_9 | 2 steps | draft | node_10 | Model call · fast",
        "Model call | node_11 | careful | Result",
      ].flatMap((line) => line.split(" | ")),
    );
    const ledger = (await page.getByRole("button", { name: /toLedger/ }).boundingBox())!;
    const draft = (await page.getByRole("button", { name: /draft/ }).boundingBox())!;
    const polish = (await page.getByRole("button", { name: /node_11/ }).boundingBox())!;
    expect(draft.x).toBeGreaterThan(ledger.x + ledger.width);
    expect(polish.y).toBeGreaterThan(draft.y + draft.height);

    const opener = page.getByRole("button", { name: /^extract/ });
    await opener.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Node" });
    expect(await panel.innerText()).toContain(`Extract every invoice.\n${HOSTILE}`);
    await page.keyboard.press("Escape");
    expect(await panel.isHidden()).toBe(true);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test("shows other versions of a workflow", async () => {
    const page = await visit("#/workflows/invoice-triage");
    const versions = page.getByRole("combobox", { name: "Version" });
    await versions.waitFor();
    expect(await versions.locator("option").allInnerTexts()).toEqual(["v3 (latest)", "v2 (live)", "v1"]);
    await versions.selectOption("v1");
    await page.waitForURL(/#\/workflows\/invoice-triage\/1$/);
    await page.waitForFunction(() => document.querySelector("select")?.value === "1");
    expect(server.calls).toContain("GET /v1/workflows/invoice-triage/versions/1");
  });

  test("takes a graph of 16 levels and hundreds of nodes", async () => {
    const page = await visit("#/workflows/vast");
    const inside = page.locator(".inside:visible");
    await inside.first().waitFor();
    expect(await inside.allInnerTexts()).toEqual([" · 115 nodes inside", " · 115 nodes inside"]);
    await page.getByRole("button", { name: "Unfold all" }).click();
    expect(await inside.count()).toBe(0);
    const shown = await page.locator(".node-id:visible").allInnerTexts();
    expect(shown).toHaveLength(266);
    expect(new Set(shown).size).toBe(266);
    await page.getByRole("button", { name: "Fold all", exact: true }).click();
    expect(await page.locator(".node-id:visible").count()).toBe(2);
  });

  test("shows a failed run: error, place, counts, attempts, and everything hostile as text", async () => {
    const page = await visit("#/runs/run_bad");
    await page.getByRole("heading", { name: /Error upstream_error/ }).waitFor();
    const text = await page.locator("main").innerText();
    expect(text).toContain(`the model answered 500: ${HOSTILE}`);
    expect(text).toContain("At node_2[3]/node_4[then]/node_5");
    expect(text).toContain("at least 18,240 in, 2,311 out");
    expect(await page.locator('[data-kind="if"] > .group-head .counts').getAttribute("title")).toBe(
      "1 failed, 3 completed",
    );

    await page.getByRole("combobox", { name: "Show" }).selectOption("failed");
    const failed = page.locator("tr.execution");
    expect(await failed.count()).toBe(3);
    await page.getByRole("combobox", { name: "Show" }).selectOption("");
    await page
      .getByRole("button", { name: /^extract/ })
      .last()
      .click();
    const details = await page.locator(".details").innerText();
    expect(details).toContain(`upstream_unavailable ${HOSTILE}`);
    expect(details).toContain('"INV-17"');
    await page.getByRole("button", { name: "Show input" }).click();
    await page.getByText('"side": "input"').waitFor();
    expect(await page.locator("main img, main script, main iframe").count()).toBe(0);
    expect(await page.title()).toBe("failed: invoice-triage · Espalier");
  });

  test("shows the output of a completed run as text", async () => {
    const page = await visit("#/runs/run_good");
    const output = page.getByRole("region", { name: "Output" });
    expect(JSON.parse(await output.innerText())).toEqual(gateway.runs.get("run_good")!.output);
    expect(await page.getByRole("button", { name: "Cancel run" }).isHidden()).toBe(true);
  });

  test("cancels a running run, after asking", async () => {
    const page = await visit("#/runs/run_live");
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByRole("button", { name: "Let it run" }).click();
    expect(server.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await page.getByRole("status").getByText("cancelled").waitFor();
    expect(server.calls.filter((call) => call.startsWith("POST"))).toEqual(["POST /v1/runs/run_live/cancel"]);
    await page.getByText("the run was cancelled").waitFor();
  });

  test("follows a running run to its end, and then asks no more", async () => {
    const page = await visit("#/runs/run_live");
    await page.getByRole("status").getByText("running").waitFor();
    await page
      .getByRole("button", { name: /^extract/ })
      .last()
      .click();
    gateway.runs.set("run_live", { ...gateway.runs.get("run_good")!, id: "run_live" });
    gateway.traces.set("run_live", gateway.traces.get("run_good")!);
    await page.getByRole("status").getByText("completed").waitFor();
    await page.getByText("55 executions").waitFor();
    expect(await page.locator(".details").count()).toBe(1);
    const asked = server.calls.length;
    await page.waitForTimeout(1700);
    expect(server.calls.length).toBe(asked);
  });

  test("a run of 10,000 executions is read page by page, as the reader asks", async () => {
    const page = await visit("#/runs/run_long");
    const pages = () => server.calls.filter((call) => call.includes("/trace")).length;
    // Not by role: working that out takes seconds with so many rows.
    const press = (label: string) => page.locator("main button", { hasText: label });
    const rows = page.locator("tr.execution");
    await page.getByText("1,000 of 1,000 and more shown").waitFor();
    expect([pages(), await rows.count()]).toEqual([1, 1000]);
    await press("Show 1,000 more").click();
    await page.getByText("2,000 of 2,000 and more shown").waitFor();
    expect([pages(), await rows.count()]).toEqual([2, 2000]);
    await press("Count all").click();
    await page.getByText("2,000 of 10,000 shown").waitFor();
    expect(pages()).toBe(10);
    expect(await page.locator('[data-kind="python"] .counts').getAttribute("title")).toBe("9,999 completed");
    expect(await rows.count()).toBe(2000);
    await page.locator("[data-kind=for_each] > .group-head > .node-open").click();
    await press("Show its executions").click();
    await page.getByText("of node_2").waitFor();
    expect(await rows.count()).toBe(1);
  });

  test("asks for an API key, keeps it for the tab, and sends it", async () => {
    gateway.key = "sk_right";
    expected = /status of 401/;
    const page = await visit("#/runs/run_good");
    const key = page.getByLabel("API key");
    const enter = async (text: string) => {
      await key.fill(text);
      await page.keyboard.press("Enter");
    };
    await enter("schlüssel mit leerzeichen");
    await page.getByText("A key has no spaces and no special letters.").waitFor();
    await enter("sk_wrong");
    await page.waitForFunction(() => document.querySelector("input")?.value === "");
    await enter("sk_right");
    await page.getByRole("heading", { name: "run_good" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "run_good" }).waitFor();
    expect(await page.evaluate(() => [Object.values(sessionStorage), localStorage.length, document.cookie])).toEqual([
      ["sk_right"],
      0,
      "",
    ]);
  });

  test("says in words that the gateway is down, and goes on when it is back", async () => {
    gateway.down = true;
    expected = /status of 503/;
    const page = await visit("");
    await page
      .getByRole("alert")
      .getByText("The gateway is not ready. The gateway is shutting down. Trying again.")
      .waitFor();
    gateway.down = false;
    await page.getByRole("link", { name: "run_live" }).waitFor();
    await page.getByRole("alert").waitFor({ state: "hidden" });
  });

  test.each([
    ["#/runs/run_nowhere", /^Not found\. /],
    ["#/workflows/nothing", /^Not found\. /],
  ])("says that there is nothing at %s", async (hash, words) => {
    expected = /status of 404/;
    const page = await visit(hash);
    const alert = page.getByRole("alert").filter({ hasText: words });
    await alert.waitFor();
    expect(await page.getByText("Loading").isHidden()).toBe(true);
  });

  test("leads home from an address that means nothing", async () => {
    const page = await visit("#/somewhere/else");
    await page.getByRole("link", { name: "Go to the workflows and runs" }).click();
    await page.getByRole("heading", { name: "Workflows", exact: true }).waitFor();
  });

  test("fits a phone, and follows the reader's dark mode", async () => {
    const page = await visit("", { viewport: { width: 375, height: 700 }, colorScheme: "dark" });
    for (const [hash, heading] of [
      ["", "Runs"],
      ["#/workflows/vast", "vast"],
      ["#/runs/run_bad", "run_bad"],
    ] as const) {
      await page.goto(server.url + hash);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    }
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe("rgb(20, 23, 21)");
  });
}
