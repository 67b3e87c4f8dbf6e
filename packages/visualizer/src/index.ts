export { pageDirectory } from "./page-directory.ts";
