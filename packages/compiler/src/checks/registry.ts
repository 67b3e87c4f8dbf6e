import type { Check } from "./check.ts";
import { bindingSlips } from "./binding-slips.ts";
import { exits } from "./exits.ts";
import { expansionLimit } from "./expansion-limit.ts";
import { fields } from "./fields.ts";
import { inputNames } from "./input-names.ts";
import { inputShapes } from "./input-shapes.ts";
import { languages } from "./languages.ts";
import { lists } from "./lists.ts";
import { looseModels } from "./loose-models.ts";
import { nestingLimit } from "./nesting-limit.ts";
import { predicates } from "./predicates.ts";
import { resultSchemas } from "./result-schemas.ts";
import { scopes } from "./scopes.ts";

/** All checks of a tree, in the order in which they run. What they report is sorted by position in any case. */
export const CHECKS: readonly Check[] = [
  nestingLimit,
  expansionLimit,
  languages,
  bindingSlips,
  scopes,
  fields,
  lists,
  inputNames,
  inputShapes,
  predicates,
  exits,
  resultSchemas,
  looseModels,
];
