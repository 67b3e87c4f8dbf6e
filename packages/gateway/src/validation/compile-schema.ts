import { resolveReference, type JsonSchema, type Subschema } from "@espalier/contract";
import { UnusableSchemaError, type Check, type Compiler } from "./check.ts";
import { Evaluated } from "./evaluated.ts";
import { checksOf } from "./keywords/index.ts";
import { createPatterns } from "./patterns/patterns.ts";

export interface CompiledSchema {
  readonly check: Check;
  /** How many patterns it holds. */
  readonly patterns: number;
}

/**
 * Turns a schema into functions, in time linear in its size: nothing of it becomes code. The schema has been looked
 * through by `checkSchema` and is at most 200 levels deep. Throws {@link UnusableSchemaError}.
 */
export function compileSchema(root: JsonSchema): CompiledSchema {
  const targets = new Map<string, Check | undefined>();
  const patterns = createPatterns();
  const waiting: string[] = [];

  const compiler: Compiler = {
    schema: (schema) => checkOf(schema, compiler),
    reference(reference) {
      if (!targets.has(reference)) {
        targets.set(reference, undefined);
        waiting.push(reference);
      }
      return (value, run, evaluated) => targets.get(reference)!(value, run, evaluated);
    },
    pattern: patterns.get,
  };

  const check = compiler.schema(root);
  // Definitions come one after the other: a chain of them is no recursion here.
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    const target = resolveReference(root, reference);
    if (target === undefined) throw new UnusableSchemaError(`there is nothing at ${JSON.stringify(reference)}`);
    targets.set(reference, compiler.schema(target));
  }
  return { check, patterns: patterns.count() };
}

function checkOf(schema: Subschema, compiler: Compiler): Check {
  if (typeof schema === "boolean") return schema ? always : never;
  const checks = checksOf(schema, compiler);
  const remembers = "unevaluatedProperties" in schema || "unevaluatedItems" in schema;
  return (value, run, evaluated) => {
    run.enter(checks.length);
    const own = remembers ? new Evaluated() : evaluated;
    for (const check of checks) {
      if (check(value, run, own)) continue;
      run.leave();
      return false;
    }
    if (remembers) evaluated?.addThoseOf(own!, run);
    run.leave();
    return true;
  };
}

const always: Check = () => true;
const never: Check = (value, run) => run.fail("not be there", value);
