import type { PluginItem } from "@babel/core";
import jsx from "@babel/plugin-transform-react-jsx";
import jsxDevelopment from "@babel/plugin-transform-react-jsx-development";
import typescript from "@babel/preset-typescript";
import { fragmentPlaces } from "./fragments.ts";
import { functionTags } from "./function-tags.ts";
import { noSelf } from "./no-self.ts";
import { type PresetOptions, readOptions } from "./options.ts";
import { pythonImports } from "./python-imports.ts";
import { schemaPlaces } from "./schema-places.ts";

export type { PresetOptions } from "./options.ts";

/**
 * The Babel preset for Espalier: JSX with the places where it was written, TypeScript, functions and response models
 * that know where they come from, and imports from `.py` files.
 *
 * It knows nothing of what makes a workflow right; it only keeps what the compiler needs to find out. Throws an `Error`
 * for an option that it does not have.
 */
export default function preset(
  _api: unknown,
  options?: PresetOptions,
): { presets: PluginItem[]; plugins: PluginItem[] } {
  const { development, provenance, importSource } = readOptions(options);
  // Our JSX calls only make a record, so a bundler may drop those that nobody uses.
  const jsxOptions = { runtime: "automatic", importSource, pure: true };
  return {
    presets: [[typescript, { onlyRemoveTypeImports: true, allowDeclareFields: true }]],
    // Ours come first: they read types, fragments and imports before those are compiled away.
    plugins: [
      [pythonImports, { importSource }],
      ...(provenance ? [[schemaPlaces, { importSource }] as PluginItem, functionTags as PluginItem] : []),
      ...(development ? [[fragmentPlaces, { importSource }] as PluginItem, noSelf as PluginItem] : []),
      [development ? jsxDevelopment : jsx, jsxOptions],
    ],
  };
}
