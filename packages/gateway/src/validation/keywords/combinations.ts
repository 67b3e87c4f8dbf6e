import type { Json, Subschema } from "@espalier/contract";
import type { Check, Keyword } from "../check.ts";
import { Evaluated } from "../evaluated.ts";
import type { Mismatch, Run } from "../run.ts";

export const reference: Keyword = ({ $ref }, compiler) => ($ref === undefined ? undefined : compiler.reference($ref));

export const allOf: Keyword = ({ allOf: schemas }, compiler) => {
  if (schemas === undefined) return undefined;
  const checks = schemas.map(compiler.schema);
  return (value, run, evaluated) => {
    for (const check of checks) if (!check(value, run, evaluated)) return false; // not every(): recursion needs the stack
    return true;
  };
};

export const anyOf: Keyword = ({ anyOf: schemas }, compiler) => {
  if (schemas === undefined) return undefined;
  const checks = schemas.map(compiler.schema);
  return (value, run, evaluated) => {
    let matched = false;
    let nearest: Mismatch | undefined;
    for (const check of checks) {
      if (attempt(check, value, run, evaluated)) {
        matched = true;
        // What the others would look at matters only to somebody who asks.
        if (evaluated === undefined) return true;
      } else nearest = nearer(nearest, run.mismatch);
    }
    return matched || failAlternatives(run, value, checks.length, nearest);
  };
};

export const oneOf: Keyword = ({ oneOf: schemas }, compiler) => {
  if (schemas === undefined) return undefined;
  const checks = schemas.map(compiler.schema);
  return (value, run, evaluated) => {
    let matched = 0;
    let nearest: Mismatch | undefined;
    for (const check of checks) {
      if (attempt(check, value, run, evaluated)) matched += 1;
      else nearest = nearer(nearest, run.mismatch);
      if (matched > 1) return run.fail("match only one of its alternatives", value);
    }
    return matched === 1 || failAlternatives(run, value, checks.length, nearest);
  };
};

export const not: Keyword = ({ not: schema }, compiler) => {
  if (schema === undefined) return undefined;
  const check = compiler.schema(schema);
  return (value, run) => !check(value, run, undefined) || run.fail("not be of a certain kind", value);
};

/** `if`, `then` and `else`. */
export const conditional: Keyword = (schema, compiler) => {
  const inner = (keyword: string) =>
    schema[keyword] === undefined ? undefined : compiler.schema(schema[keyword] as Subschema);
  const condition = inner("if");
  if (condition === undefined) return undefined;
  const [whenTrue, whenFalse] = [inner("then"), inner("else")];
  return (value, run, evaluated) => {
    const chosen = attempt(condition, value, run, evaluated) ? whenTrue : whenFalse;
    return chosen === undefined || chosen(value, run, evaluated);
  };
};

/** A schema that does not match has evaluated nothing. */
function attempt(check: Check, value: Json, run: Run, evaluated: Evaluated | undefined): boolean {
  if (evaluated === undefined) return check(value, run, undefined);
  const own = new Evaluated();
  if (!check(value, run, own)) return false;
  evaluated.addThoseOf(own, run);
  return true;
}

/** Of the mismatches of two alternatives, the one further inside the value: that alternative was meant. */
function nearer(one: Mismatch | undefined, other: Mismatch): Mismatch | undefined {
  return other.keys.length > (one?.keys.length ?? 0) ? other : one;
}

function failAlternatives(run: Run, value: Json, count: number, nearest: Mismatch | undefined): false {
  if (count === 1) return false;
  return nearest === undefined ? run.fail(`match one of its ${count} alternatives`, value) : run.failAs(nearest);
}
