import type { Tree } from "@lezer/common";
import type { Source } from "../source.ts";
import { argumentRule, generatorRule } from "./calls.ts";
import { asyncComprehensionRule, awaitRule, loopControlRule, returnRule, scopeRule, yieldRule } from "./flow.ts";
import { tryRule } from "./handlers.ts";
import { indentationRule } from "./indentation.ts";
import { formatRule, joinedStringsRule, nameRule, numberMemberRule, numberRule, stringRule } from "./literals.ts";
import { checkNames } from "./names.ts";
import { parameterRule } from "./parameters.ts";
import { patternRule } from "./patterns.ts";
import type { Mistake, Rule } from "./rule.ts";
import { starRule } from "./stars.ts";
import {
  assertRule,
  comparisonRule,
  ifRule,
  importRule,
  notRule,
  raiseRule,
  semicolonRule,
  trailingCommaRule,
} from "./statements.ts";
import { assignmentRule, deleteRule, loopRule, updateRule } from "./targets.ts";
import { namedExpressionRule } from "./walrus.ts";

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  Script: [indentationRule],
  Body: [indentationRule],
  MatchBody: [indentationRule, patternRule],
  DecoratedStatement: [indentationRule],
  String: [stringRule],
  FormatString: [stringRule, formatRule],
  ContinuedString: [joinedStringsRule],
  Number: [numberRule],
  MemberExpression: [numberMemberRule],
  VariableName: [nameRule],
  PropertyName: [nameRule],
  AssignStatement: [assignmentRule],
  UpdateStatement: [updateRule],
  DeleteStatement: [deleteRule],
  ForStatement: [loopRule, awaitRule],
  WithStatement: [awaitRule],
  ComprehensionExpression: [loopRule],
  ArrayComprehensionExpression: [loopRule, asyncComprehensionRule],
  SetComprehensionExpression: [loopRule, asyncComprehensionRule],
  DictionaryComprehensionExpression: [loopRule, asyncComprehensionRule],
  NamedExpression: [namedExpressionRule],
  ParamList: [parameterRule],
  ArgList: [argumentRule, generatorRule],
  ReturnStatement: [returnRule],
  YieldStatement: [yieldRule],
  YieldExpression: [yieldRule],
  AwaitExpression: [awaitRule],
  BreakStatement: [loopControlRule],
  ContinueStatement: [loopControlRule],
  ScopeStatement: [scopeRule, trailingCommaRule],
  AssertStatement: [assertRule, trailingCommaRule],
  ImportStatement: [importRule, trailingCommaRule],
  RaiseStatement: [raiseRule],
  TryStatement: [tryRule],
  IfStatement: [ifRule],
  CompareOp: [comparisonRule],
  UnaryExpression: [notRule],
  StatementGroup: [semicolonRule],
  "*": [starRule],
  "**": [starRule],
};
const REGISTRY: ReadonlyMap<string, readonly Rule[]> = new Map(Object.entries(RULES));

/** Python's own limits. */
const MAX_BLOCKS = 99;
const MAX_BRACKETS = 200;
const MAX_MISTAKES = 10;

/** Finds what the parser lets pass and Python does not: the mistakes that people make, not every last one. */
export function checkStrictly(source: Source, tree: Tree): Mistake[] {
  const mistakes = [...charactersOf(source), ...checkNames(source, tree)];
  const depth = { blocks: 0, brackets: 0 };
  tree.iterate({
    enter(reference) {
      if (mistakes.length >= MAX_MISTAKES) return false;
      const { name } = reference;
      if (name === "Body") depth.blocks += 1;
      if (name === "(" || name === "[" || name === "{") depth.brackets += 1;
      if (name === ")" || name === "]" || name === "}") depth.brackets -= 1;
      if (depth.blocks > MAX_BLOCKS || depth.brackets > MAX_BRACKETS) {
        mistakes.push({ offset: reference.from, message: "The code is nested too deeply for Python." });
        depth.blocks = depth.brackets = Number.NEGATIVE_INFINITY;
        return false;
      }
      const node = REGISTRY.has(name) ? reference.node : undefined;
      for (const rule of REGISTRY.get(name) ?? []) {
        const mistake = node && rule(source, node);
        if (mistake) mistakes.push(mistake);
      }
      return true;
    },
    leave(reference) {
      if (reference.name === "Body") depth.blocks -= 1;
    },
  });
  return mistakes;
}

/** Characters that no Python file has. */
function charactersOf({ text }: Source): Mistake[] {
  const nothing = text.indexOf("\0");
  if (nothing >= 0) return [{ offset: nothing, message: "The file holds a null character." }];
  const ending = /\\\n?$/.exec(text);
  const isOpen = ending !== null && !text.slice(text.lastIndexOf("\n", ending.index) + 1).includes("#");
  if (isOpen) return [{ offset: ending.index, message: `The file ends with a "\\".` }];
  const surrogate = /\p{Surrogate}/u.exec(text);
  return surrogate ? [{ offset: surrogate.index, message: "The file holds half of a character." }] : [];
}
