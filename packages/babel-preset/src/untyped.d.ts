// Babel 7 ships these without types; we only hand them to Babel.
declare module "@babel/preset-typescript" {
  import type { PluginTarget } from "@babel/core";
  const preset: PluginTarget;
  export default preset;
}
declare module "@babel/plugin-transform-react-jsx" {
  import type { PluginTarget } from "@babel/core";
  const plugin: PluginTarget;
  export default plugin;
}
declare module "@babel/plugin-transform-react-jsx-development" {
  import type { PluginTarget } from "@babel/core";
  const plugin: PluginTarget;
  export default plugin;
}
