export default {
  presets: [["@babel/preset-typescript", { onlyRemoveTypeImports: true, allowDeclareFields: true }]],
  plugins: [["@babel/plugin-transform-react-jsx-development", { runtime: "automatic", importSource: "@espalier/jsx" }]],
};
