import type { Expression } from "./expression.ts";
import { readExpression } from "./expression.ts";
import type { ClassDefinition } from "./class-kind.ts";
import { qualifiedName } from "./lookup.ts";
import { parseQuoted } from "./quoted.ts";
import { MAX_READING_DEPTH, refuse, type Reading } from "./reading.ts";
import type { Scope } from "./scope.ts";
import { childrenOf, identifier, statementsOf } from "./tree.ts";

/** `name: T` or `name: T = value` in the body of a class. */
export interface FieldSource {
  readonly name: string;
  readonly annotation: Expression;
  readonly value: Expression | undefined;
}

/** The annotated names of a class body, in the order written. */
export function fieldsOf(scope: Scope, definition: ClassDefinition): FieldSource[] {
  const body = definition.node.getChild("Body");
  if (!body) return [];
  return statementsOf(body).flatMap((statement) => {
    const [name, type, , value] = childrenOf(statement);
    const annotation = type?.name === "TypeDef" ? childrenOf(type).at(-1) : undefined;
    if (statement.name !== "AssignStatement" || name?.name !== "VariableName" || !annotation) return [];
    return [
      {
        name: identifier(scope.source, name),
        annotation: readExpression(scope.source, annotation),
        value: value && readExpression(scope.source, value),
      },
    ];
  });
}

/** A field's annotation without the words around its type that say something about the field. */
export interface Peeled {
  readonly reading: Reading;
  readonly type: Expression;
  readonly words: ReadonlySet<string>;
}

const WORDS = new Set(["typing.Required", "typing.NotRequired", "typing.ReadOnly", "typing.ClassVar"]);

/** Takes `Required[…]`, `NotRequired[…]`, `ReadOnly[…]` and `ClassVar[…]` off, in quotes and `Annotated` too. */
export function peel(reading: Reading, annotation: Expression, allowed: ReadonlySet<string>): Peeled {
  const words = new Set<string>();
  let peeled: Peeled = { reading, type: annotation, words };
  for (let step = 0; step < MAX_READING_DEPTH; step += 1) {
    const next = peelOnce(peeled, words, allowed);
    if (!next) break;
    peeled = next;
  }
  return peeled;
}

function peelOnce({ reading, type }: Peeled, words: Set<string>, allowed: ReadonlySet<string>): Peeled | undefined {
  if (type.kind === "string") {
    const inner = parseQuoted(type);
    return inner && { reading: { ...reading, evaluated: false }, type: inner, words };
  }
  if (type.kind !== "subscript") {
    const bare = qualifiedName(reading.scope, type);
    if (bare === "typing.ClassVar" && allowed.has(bare)) words.add(bare);
    return undefined;
  }
  const qualified = qualifiedName(reading.scope, type.value) ?? "";
  const [inner] = type.items;
  if (!inner) return undefined;
  if (qualified === "typing.Annotated" && type.items.length > 1) return { reading, type: inner, words };
  if (!WORDS.has(qualified) || !allowed.has(qualified) || type.items.length !== 1) return undefined;
  words.add(qualified);
  return { reading, type: inner, words };
}

/** Names that Python or JSON treat in ways of their own. */
export function refuseOddName(reading: Reading, { name, annotation }: FieldSource): void {
  if (name === "__proto__")
    refuse(reading, annotation, `A field cannot be called "__proto__".`, "Give it another name.");
  else if (name.startsWith("__") && !name.endsWith("__")) {
    const message = `Python renames the field ${JSON.stringify(name)}, because it begins with two underscores.`;
    refuse(reading, annotation, message, "Give it another name.");
  }
}
