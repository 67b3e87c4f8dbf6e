import { classKind, dataclassDecorator, type ClassDefinition } from "./class-kind.ts";
import { decoratorName } from "./decorator.ts";
import { readExpression, type Expression } from "./expression.ts";
import type { FunctionDefinition } from "./function.ts";
import { lookup } from "./lookup.ts";
import { CONTAINERS } from "./names.ts";
import type { ParameterSource } from "./parameters.ts";
import type { Reading } from "./reading.ts";
import type { Scope } from "./scope.ts";
import { undecorated } from "./tree.ts";

const CACHES: ReadonlySet<string> = new Set(["functools.cache", "functools.lru_cache"]);

/** Refuses what decorators of the standard library make of a function that Python then cannot call as a program. */
export function refuseDecorators(
  reading: Reading,
  { node, name }: FunctionDefinition,
  parameters: readonly ParameterSource[],
): void {
  const { scope } = reading;
  for (const decorator of node.parent ? undecorated(node.parent).decorators : []) {
    const decorated = decoratorName(scope, decorator) ?? "";
    const place = scope.source.placeAt(decorator.from);
    const quoted = JSON.stringify(name);
    if (decorated === "functools.singledispatch") {
      const message = `${quoted} is dispatched by the position of its argument, and a program is called by name.`;
      reading.findings.push({ code: "unsupported-python", message, hint: "Write a function that calls it.", place });
    }
    const mutable = CACHES.has(decorated) ? parameters.find((parameter) => isMutable(scope, parameter)) : undefined;
    if (mutable) {
      const message = `${quoted} is cached, and the cache cannot take ${JSON.stringify(mutable.name)}, whose values can change.`;
      const hint = "Cache a function that it calls with tuples, strings or numbers.";
      reading.findings.push({ code: "unsupported-python", message, hint, place });
    }
  }
}

/** Whether the values of a parameter have no hash in Python, as lists and dicts have none. */
function isMutable(scope: Scope, { annotation }: ParameterSource): boolean {
  if (!annotation) return false;
  const type = readExpression(scope.source, annotation);
  const target = lookup(scope, type.kind === "subscript" ? type.value : type);
  if (target?.kind === "qualified") {
    const isTuple = target.qualified === "builtins.tuple" || target.qualified === "typing.Tuple";
    return CONTAINERS.has(target.qualified) && !isTuple;
  }
  return target?.definition.kind === "class" && isMutableClass(scope, target.definition);
}

function isMutableClass(scope: Scope, definition: ClassDefinition): boolean {
  if (classKind(scope, definition) === "typed-dict") return true;
  const options = dataclassDecorator(scope, definition);
  if (!options) return false;
  const { from, to } = definition.node;
  const isHashable = isTrue(options.get("frozen")) || isTrue(options.get("unsafe_hash"));
  return !isHashable && !options.has("eq") && !scope.source.text.slice(from, to).includes("__hash__");
}

function isTrue(expression: Expression | undefined): boolean {
  return expression?.kind === "boolean" && expression.value;
}
