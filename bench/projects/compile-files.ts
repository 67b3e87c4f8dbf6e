import { compileFiles } from "@espalier/compiler";

/** Compiles the files that it is given, in a process of its own; fails over anything that is reported. */
const files = process.argv.slice(2);
const { workflows, diagnostics } = await compileFiles(files);
if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics.slice(0, 3), null, 2));
if (workflows.filter(({ json }) => json !== undefined).length !== files.length) throw new Error("a bundle is missing");
