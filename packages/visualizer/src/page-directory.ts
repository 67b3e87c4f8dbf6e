import { fileURLToPath } from "node:url";

// The page is built into dist/, also when this file is read from src/.
const built = import.meta.url.endsWith(".ts") ? "../dist/page" : "./page";

/** Absolute path of the folder with the built page: `index.html` and the files that it names, for any static server. */
export const pageDirectory: string = fileURLToPath(new URL(built, import.meta.url));
