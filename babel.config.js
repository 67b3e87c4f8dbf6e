// Every test and example of this repository goes through our own preset. It is built by `npm run build`.
export default {
  presets: ["@espalier/babel-preset"],
  // jest does not map the stacks of ES modules back to their source.
  retainLines: true,
};
