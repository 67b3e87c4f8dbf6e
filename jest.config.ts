/** @jest-config-loader esbuild-register */
import type { Config } from "jest";

const config: Config = {
  testEnvironment: "node",
  // Whole gateways start in tests, on machines that do other work as well.
  testTimeout: 60_000,
  testEnvironmentOptions: { customExportConditions: ["@espalier/source", "node", "node-addons"] },
  roots: ["<rootDir>/packages", "<rootDir>/examples", "<rootDir>/fixtures", "<rootDir>/scripts"],
  reporters: ["default", "<rootDir>/scripts/closing-line-reporter.js"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["/dist/"],
  moduleNameMapper: { "^fast-check$": "<rootDir>/scripts/fast-check.js" },
  moduleFileExtensions: ["js", "mjs", "cjs", "ts", "tsx", "json", "node", "py"],
  extensionsToTreatAsEsm: [".ts", ".tsx", ".py"],
  transform: { "\\.tsx?$": "<rootDir>/packages/babel-preset/scripts/jest-transformer.js" },
};

export default config;
