import { transformAsync } from "@babel/core";
import preset from "@espalier/babel-preset";
import { transform as swc } from "@swc/core";
import { transform as esbuild } from "esbuild";
import ts from "typescript";

/** Turns the text of a TypeScript file into an ES module. */
export type Compiler = (text: string, file: string) => Promise<string>;

/** One way in which authors compile. */
export interface Setup {
  readonly name: string;
  readonly compile: Compiler;
  /** Whether elements get the place where they were written. */
  readonly places: boolean;
  /** Forms that get none all the same. */
  readonly placeless?: readonly string[];
}

/** The compilers that authors use, each with places and without. */
export const COMPILERS: readonly Setup[] = [true, false].flatMap((places) => [
  { name: `our preset, development: ${places}`, places, compile: babelCompiler(places) },
  { name: `tsc, jsx: ${places ? "react-jsxdev" : "react-jsx"}`, places, compile: tscCompiler(places) },
  { name: `swc, development: ${places}`, places, compile: swcCompiler(places) },
  {
    name: `esbuild, jsxDev: ${places}`,
    places,
    compile: esbuildCompiler(places),
    // It calls createElement without a place.
    placeless: ["key after a spread", "key after a spread, with children"],
  },
]);

function babelCompiler(development: boolean): Compiler {
  return async (text, filename) => {
    const presets = [[preset, { development }]];
    const result = await transformAsync(text, { filename, babelrc: false, configFile: false, presets });
    return result?.code ?? "";
  };
}

function tscCompiler(development: boolean): Compiler {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    jsx: development ? ts.JsxEmit.ReactJSXDev : ts.JsxEmit.ReactJSX,
    jsxImportSource: "@espalier/jsx",
    verbatimModuleSyntax: true,
  };
  return async (text, fileName) => ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}

function esbuildCompiler(jsxDev: boolean): Compiler {
  return async (text, sourcefile) => {
    const loader = sourcefile.endsWith("x") ? "tsx" : "ts";
    const jsx = { jsx: "automatic", jsxDev, jsxImportSource: "@espalier/jsx" } as const;
    return (await esbuild(text, { loader, sourcefile, target: "es2023", ...jsx })).code;
  };
}

function swcCompiler(development: boolean): Compiler {
  const react = { runtime: "automatic", importSource: "@espalier/jsx", development } as const;
  return async (text, filename) => {
    const parser = { syntax: "typescript", tsx: filename.endsWith("x") } as const;
    return (await swc(text, { filename, swcrc: false, jsc: { target: "es2022", parser, transform: { react } } })).code;
  };
}
