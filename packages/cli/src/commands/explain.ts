import { readdir, readFile } from "node:fs/promises";
import { EXIT, usageError } from "../exit.ts";
import { nearest } from "../nearest.ts";
import { paint, print, printJson, printTable, type Terminal } from "../terminal.ts";

export interface ExplainOptions {
  readonly json?: boolean;
}

/** In an installed package the pages lie beside the code, in the repository among the documentation. */
const FOLDERS = ["../diagnostics/", "../../../../docs/diagnostics/"].map((path) => new URL(path, import.meta.url));

/** `espalier explain`: prints the page of a code, or all codes with what they mean. Needs no network. */
export async function explainCode(
  given: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<number> {
  const pages = await readPages();
  if (given === undefined) list(pages, options, terminal);
  else await show(given, pages, options, terminal);
  return EXIT.ok;
}

function list(pages: ReadonlyMap<string, string>, options: ExplainOptions, terminal: Terminal): void {
  const all = [...pages].map(([code, page]) => ({ code, summary: summaryOf(page) }));
  if (options.json === true) printJson(terminal, all);
  else
    printTable(
      terminal,
      all.map(({ code, summary }) => [code, summary]),
    );
}

async function show(
  given: string,
  pages: ReadonlyMap<string, string>,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<void> {
  const code = given.toLowerCase().replace(/:$/, "");
  const page = pages.get(code);
  if (page === undefined) {
    const meant = nearest(code, [...pages.keys()]);
    const hint = meant === undefined ? "`espalier explain` lists the codes" : `did you mean "${meant}"?`;
    throw usageError(`there is no code "${given}"`, { hint });
  }
  if (options.json === true) printJson(terminal, { code, summary: summaryOf(page), page });
  else
    print(
      terminal,
      page.trimEnd().replace(/^#.*$/gm, (title) => paint(terminal, terminal.stdout, "bold", title)),
    );
}

/** The text between a page's title and its first section. */
function summaryOf(page: string): string {
  return page.split("\n## ", 1)[0]!.split("\n").slice(1).join(" ").trim();
}

async function readPages(): Promise<ReadonlyMap<string, string>> {
  const { folder, files } = await findPages();
  const names = files.filter((file) => file.endsWith(".md")).sort();
  const texts = await Promise.all(names.map((file) => readFile(new URL(file, folder), "utf8")));
  return new Map(names.map((file, index) => [file.slice(0, -".md".length), texts[index]!]));
}

async function findPages(): Promise<{ folder: URL; files: string[] }> {
  for (const folder of FOLDERS) {
    const files = await readdir(folder).catch(() => undefined);
    if (files !== undefined) return { folder, files };
  }
  throw new Error("the pages of the diagnostics are not in this package");
}
