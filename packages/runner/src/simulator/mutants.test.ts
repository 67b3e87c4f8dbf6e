import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import { build } from "esbuild";

// Each mutant is the core with one mistake. The simulator is worth something only when it finds them all.

const CHECK = fileURLToPath(new URL("../fixtures/check-core.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "espalier-mutants-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Mutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const mutation = (file: string, from: string, to: string): Mutation => ({ file, from, to });

const MUTANTS: readonly (readonly [mistake: string, Mutation])[] = [
  [
    "one leaf more than the run limit",
    mutation("step.ts", "state.active < state.runLimit", "state.active <= state.runLimit"),
  ],
  ["slots used more than once", mutation("step.ts", "  state.pools[pool].permits -= 1;\n", "")],
  [
    "a late completion counts",
    mutation("step.ts", `lane?.phase !== "running" || lane.attempt !== attempt`, "lane === undefined"),
  ],
  [
    "a failed attempt stays active",
    mutation("step.ts", `lane.phase = "idle";\n  state.active -= 1;`, `lane.phase = "idle";`),
  ],
  ["a retry past the deadline", mutation("step.ts", "at < lane.deadline! ? at : undefined", "at")],
  ["one attempt too many", mutation("step.ts", "lane.attempt >= node.maxAttempts", "lane.attempt > node.maxAttempts")],
  [
    "a retry under the same number",
    mutation("step.ts", `    lane.attempt += 1;\n    ready(state, lane, "again");`, `    ready(state, lane, "again");`),
  ],
  [
    "a frozen list is not recorded",
    mutation(
      "step.ts",
      `out.push({ type: "record", fact: { kind: "frozen", at: state.now, occ, count, detail } });`,
      "",
    ),
  ],
  [
    "a leaf that the run's deadline stops reports its own",
    mutation("end.ts", `state.now >= state.deadline ? "run_deadline_exceeded" : failure.code`, "failure.code"),
  ],
  [
    "a new deadline after a restart",
    mutation("lanes.ts", "lane.deadline = known.deadline;", "lane.deadline = undefined;"),
  ],
  [
    "the first attempt again after a restart",
    mutation("lanes.ts", "lane.attempt = known.attempt;", "lane.attempt = 1;"),
  ],
  ["a backoff forgotten after a restart", mutation("fold.ts", "      entry.retryAt = fact.retryAt;\n", "")],
  ["a list forgotten after a restart", mutation("fold.ts", "entry.count = fact.count;", "entry.count = 0;")],
  ["an answer forgotten after a restart", mutation("fold.ts", "      entry.value = fact.value;\n", "")],
  ["a completion forgotten after a restart", mutation("fold.ts", "      entry.done = true;\n", "")],
  [
    "cut once more than allowed",
    mutation("lanes.ts", "known.starts >= state.maxInterruptions", "known.starts > state.maxInterruptions"),
  ],
  [
    "a container ends before its last lane",
    mutation("lanes.ts", "if (frame.open > 0) return;", "if (frame.open > 1) return;"),
  ],
  [
    "every other item is skipped",
    mutation("lanes.ts", "aim(lane, frame.next++);", "aim(lane, frame.next++);\n    frame.next++;"),
  ],
  [
    "one lane more than the container allows",
    mutation("lanes.ts", "Math.min(node.maxConcurrency, to - from)", "Math.min(node.maxConcurrency + 1, to - from)"),
  ],
  ["the other exit", mutation("lanes.ts", "value === true ? 0 : 1", "value === true ? 1 : 0")],
  ["a fan-out that costs one item", mutation("lanes.ts", "count * body.charge", "body.charge")],
  ["work that costs nothing", mutation("end.ts", "  state.budget -= work;\n", "")],
  ["attempts go on after the end", mutation("end.ts", `lane.phase === "running" && other !== occ`, "other < 0")],
];

/** Whether the simulator is content with the core after a mutation. A core that hangs is found, too. */
async function survives(name: string, mutant?: Mutation): Promise<boolean> {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: `import { checkCore } from ${JSON.stringify(CHECK)}; checkCore(30);`, resolveDir: folder },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "silent",
    conditions: ["@espalier/source"],
    plugins: mutant === undefined ? [] : [mutating(mutant)],
  });
  const child = spawn(process.execPath, [outfile], { stdio: "ignore", timeout: 30_000 });
  return new Promise((resolve) => child.once("close", (code) => resolve(code === 0)));
}

function mutating({ file, from, to }: Mutation): import("esbuild").Plugin {
  return {
    name: "mutant",
    setup(bundler) {
      bundler.onLoad({ filter: new RegExp(`/src/${file.replace(".", "\\.")}$`) }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (text.split(from).length !== 2) throw new Error(`${basename(path)} has not exactly one ${from}`);
        return { contents: text.replace(from, () => to), loader: "ts" };
      });
    },
  };
}

test("the core itself passes", async () => {
  expect(await survives("core")).toBe(true);
});

test.each(MUTANTS)("%s is found", async (mistake, mutant) => {
  expect(await survives(mistake.replaceAll(/\W/g, "-"), mutant)).toBe(false);
});
