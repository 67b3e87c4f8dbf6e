/** The module that stands in for what packages expect around them. */
export const SURROUNDINGS = "espalier:surroundings";

/** Its text. */
export const SURROUNDINGS_TEXT = `export const mode = "production";\n`;

/** Which expressions in packages mean what is exported there, as @rollup/plugin-inject takes them. */
export const SURROUNDED: Readonly<Record<string, [module: string, name: string]>> = {
  "process.env.NODE_ENV": [SURROUNDINGS, "mode"],
};

/** The module that stops the clock until the program is loaded. */
export const STILL = "espalier:still";

/**
 * Its text. Some packages ask for the time or for a random number to set themselves up, and never again: lodash to count
 * calls, bignumber.js to see how large a random number is. After that both fail as they do for everybody in a program.
 */
export const STILL_TEXT = `
const { now } = Date;
const { random } = Math;
Date.now = () => 0;
Math.random = () => 0.5;
export const loaded = () => {
  Date.now = now;
  Math.random = random;
};
`;
