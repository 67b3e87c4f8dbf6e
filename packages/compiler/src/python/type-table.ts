import type { Finding } from "../finding.ts";
import { isEndless } from "./alias.ts";
import { readType } from "./annotation.ts";
import type { ClassDefinition, ClassKind } from "./class-kind.ts";
import { readDataclass } from "./dataclass.ts";
import { readEnum } from "./enum.ts";
import { startReading, type Reading } from "./reading.ts";
import type { Definition, Scope } from "./scope.ts";
import type { Declaration, DeclarationBody } from "./type.ts";
import { readTypedDict } from "./typed-dict.ts";

type Alias = Extract<Definition, { kind: "alias" }>;

interface Entry {
  readonly declaration: Declaration;
  readonly reading: Reading;
}

/** The named types of a file. Each is read once; classes wait in a queue, so that no chain of them is too long. */
export class TypeTable {
  readonly scope: Scope;
  readonly #entries = new Map<string, Entry>();
  readonly #pending: (() => void)[] = [];

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** The declaration of a class. Its body is there after `settle`. */
  classDeclaration(definition: ClassDefinition, kind: ClassKind): Declaration {
    const known = this.#entries.get(definition.name);
    if (known) return known.declaration;
    const { declaration, reading } = this.#add(definition.name, startReading(this, !this.scope.deferred));
    this.#pending.push(() => {
      declaration.body = READERS[kind](reading, definition);
    });
    return declaration;
  }

  /** The declaration of an alias, which is read at once. */
  aliasDeclaration(alias: Alias, read: (reading: Reading) => DeclarationBody | undefined): Declaration {
    const known = this.#entries.get(alias.name);
    if (known) {
      known.declaration.recursive ||= known.declaration.body === undefined;
      return known.declaration;
    }
    const { declaration, reading } = this.#add(alias.name, startReading(this, true));
    declaration.body = read(reading);
    if (isEndless(declaration)) {
      declaration.body = undefined;
      const message = `${JSON.stringify(alias.name)} stands for itself, with no list or object in between.`;
      reading.findings.push({ code: "unserializable-type", message, place: this.scope.source.placeAt(alias.offset) });
    }
    return declaration;
  }

  /** Reads the classes that have been met, and those that they mention. */
  settle(): void {
    for (let read = this.#pending.pop(); read; read = this.#pending.pop()) read();
  }

  /** What is wrong with a reading, and with the named types that it reaches. */
  findingsOf(reading: Reading): Finding[] {
    const reached = new Set(reading.uses);
    const findings = [...reading.findings];
    for (const declaration of reached) {
      const entry = this.#entries.get(declaration.name);
      for (const used of entry?.reading.uses ?? []) reached.add(used);
      findings.push(...(entry?.reading.findings ?? []));
    }
    return findings;
  }

  #add(name: string, reading: Reading): Entry {
    const entry = { declaration: { name, body: undefined, recursive: false }, reading };
    this.#entries.set(name, entry);
    return entry;
  }
}

const READERS = {
  "typed-dict": (reading: Reading, definition: ClassDefinition) => readTypedDict(reading, definition, readType),
  dataclass: (reading: Reading, definition: ClassDefinition) => readDataclass(reading, definition, readType),
  enum: readEnum,
};
