import { prompts } from "./accepted-prompts.tsx";
import { scripts } from "./accepted-programs.tsx";
import { structure } from "./accepted-structure.tsx";
import type { Forms } from "./form.ts";
import { notChecked } from "./not-checked.tsx";

/** Accepted forms that can run without the preset, and those that TypeScript does not check. */
export const accepted: Forms = { ...structure, ...scripts, ...prompts };
export { notChecked };
