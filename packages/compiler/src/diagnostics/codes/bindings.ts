import { type CodeEntry, say, suggestion } from "../wording.ts";

/** What is given to which parameter; of which condition, where that is the program. */
export interface Taken {
  readonly binding: string;
  readonly parameter: string;
  readonly condition: string | undefined;
}

function passed(fits: string, { binding, parameter, condition }: Taken): string {
  const name = JSON.stringify(parameter);
  if (condition === undefined) return `${binding} ${fits} the parameter ${name}`;
  return `The condition ${JSON.stringify(condition)} gets ${binding}, which ${fits} its parameter ${name}`;
}

function conversion({ condition }: Taken): string {
  if (condition === undefined) return "Change one of the types, or put a program between that converts the value.";
  return "A condition gets the incoming value: first in a loop, that is the item; elsewhere, the result of the node before. Give its parameter that type, or put a program before <If> that converts the value.";
}

/** Codes about bindings and the schemas that flow through them. */
export const bindingCodes = {
  "no-previous": {
    severity: "error",
    messages: {
      reader: (p: { component: string }) =>
        say(
          `<${p.component}> reads the preceding result, and nothing stands before it.`,
          "Bind Input.messages, or put a node before it.",
        ),
      condition: () =>
        say(
          "The condition of <If> reads the preceding result, and nothing stands before it.",
          "Put a program before it that takes Input.messages.",
        ),
    },
  },
  "item-outside-loop": {
    severity: "error",
    messages: {
      reader: (p: { component: string }) =>
        say(
          `<${p.component}> reads Input.item outside of a <ForEach>.`,
          "Read Input.previous, or move it into the loop. After a loop, Input.previous is the list of its results.",
        ),
    },
  },
  "not-an-object": {
    severity: "error",
    messages: {
      field: (p: { binding: string; field: string; source: string }) =>
        say(
          `${p.binding} has no field ${JSON.stringify(p.field)}: its source is ${p.source}.`,
          p.source === "a string"
            ? `Use ${p.binding} itself. If a model should give fields, write responseModel={schema<Type>()} at its <ChatCompletion>.`
            : "Fields can be selected from objects with declared fields. For each item of a list, write <ForEach items={…}>; anything else is read in a program.",
        ),
    },
  },
  "unknown-field": {
    severity: "error",
    messages: {
      field: (p: { binding: string; field: string; near: string | undefined; fields: readonly string[] }) =>
        say(
          `${p.binding} does not declare the field ${JSON.stringify(p.field)}.`,
          suggestion(p.near, p.fields, "Declare it in the source's type."),
        ),
      property: (p: { misread: string; written: string | undefined }) =>
        say(
          `${p.misread} reads a property, and a binding has no value while the workflow is written.`,
          p.written === undefined ? "Take the messages as a parameter of a program." : `Write ${p.written}.`,
        ),
      index: (p: { misread: string }) =>
        say(
          `${p.misread} reads an item of a list, and a binding has no value while the workflow is written.`,
          "Each item is read in a <ForEach items={…}>, as Input.item; one of them is taken by a program.",
        ),
      variant: (p: { binding: string; field: string }) =>
        say(
          `Only some variants of ${p.binding} declare the field ${JSON.stringify(p.field)}.`,
          "Declare it in every variant of the union, or read it in a program.",
        ),
    },
  },
  "optional-field": {
    severity: "error",
    messages: {
      field: (p: { binding: string; field: string }) =>
        say(
          `${p.binding} does not always have the field ${JSON.stringify(p.field)}: it is optional.`,
          `Make it required in the source's type (with "| null" when it may be empty), or read it in a program that says what to do without it.`,
        ),
    },
  },
  "not-a-list": {
    severity: "error",
    messages: {
      items: (p: { binding: string; source: string; lists: readonly string[] }) =>
        say(
          `<ForEach> needs a list, and ${p.binding} is ${p.source}.`,
          p.lists.length === 0
            ? "Select the list with .field(…), or make one in a program."
            : `Write ${p.lists.map((name) => `${p.binding}.field(${JSON.stringify(name)})`).join(" or ")}.`,
        ),
    },
  },
  "shape-mismatch": {
    severity: "error",
    messages: {
      binding: (p: Taken & { where: string; source: string; target: string }) =>
        say(`${passed("does not fit", p)}: ${p.where} is ${p.source}, and ${p.target} is needed.`, conversion(p)),
      missing: (p: Taken & { where: string; reason: string; near: string | undefined; fields: readonly string[] }) =>
        say(
          `${passed("does not fit", p)}: ${p.where} ${p.reason}.`,
          [suggestion(p.near, p.fields) ?? [], conversion(p)].flat().join(" "),
        ),
      unproven: (p: Taken) =>
        say(
          `${passed("may not fit", p)}, and strict checking allows no doubt.`,
          "Give both the same type, or put a program between that makes sure.",
        ),
      literal: (p: { parameter: string; problem: string }) =>
        say(
          `The literal does not fit the parameter ${JSON.stringify(p.parameter)}: ${p.problem}.`,
          "Change the literal, or the parameter's type.",
        ),
    },
  },
  "exit-mismatch": {
    severity: "error",
    messages: {
      exits: (p: { difference: string }) =>
        say(
          `The exits of <If> give different schemas. ${p.difference}`,
          "Make them alike with a program at the end of one exit, or annotate the results of both with the same union, such as string | number.",
        ),
      constraints: (p: { difference: string }) =>
        say(
          `The exits of <If> give different schemas. ${p.difference}`,
          "Constraints count. End both exits with <Script run={same} />, where const same = (value: Value): Value => value; or write the constraints in the TypeScript type: Integer of @espalier/jsx for a whole number, and JSDoc tags such as @minLength 1.",
        ),
      closed: (p: { difference: string }) =>
        say(
          `The exits of <If> give different schemas. ${p.difference}`,
          "Make them alike with a program at the end of one exit, annotate the results of both with the same union, or close the type with the JSDoc tag @additionalProperties false.",
        ),
    },
  },
} as const satisfies Record<string, CodeEntry>;
