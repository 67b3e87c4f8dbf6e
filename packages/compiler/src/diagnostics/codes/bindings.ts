import { type CodeEntry, say, suggestion } from "../wording.ts";

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
          "Bind Input.previous, or move it into the loop.",
        ),
    },
  },
  "not-an-object": {
    severity: "error",
    messages: {
      field: (p: { binding: string; field: string; source: string }) =>
        say(
          `${p.binding} has no field ${JSON.stringify(p.field)}: its source is ${p.source}.`,
          "Fields can be selected from objects with declared fields.",
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
          "Make it required in the source's type (a union with null says that it may be empty), or read it in a program.",
        ),
    },
  },
  "not-a-list": {
    severity: "error",
    messages: {
      items: (p: { binding: string; source: string }) =>
        say(
          `<ForEach> needs a list, and ${p.binding} is ${p.source}.`,
          "Select the list with .field(…), or make one in a program.",
        ),
    },
  },
  "shape-mismatch": {
    severity: "error",
    messages: {
      binding: (p: { parameter: string; binding: string; where: string; source: string; target: string }) =>
        say(
          `${p.binding} does not fit the parameter ${JSON.stringify(p.parameter)}: ${p.where} is ${p.source}, and ${p.target} is needed.`,
          "Change one of the types, or put a program between that converts the value.",
        ),
      missing: (p: { parameter: string; binding: string; where: string; reason: string }) =>
        say(
          `${p.binding} does not fit the parameter ${JSON.stringify(p.parameter)}: ${p.where} ${p.reason}.`,
          "Change one of the types, or put a program between that converts the value.",
        ),
      unproven: (p: { parameter: string; binding: string }) =>
        say(
          `${p.binding} may not fit the parameter ${JSON.stringify(p.parameter)}, and strict checking allows no doubt.`,
          "Give both the same type, or put a program between that makes sure.",
        ),
      literal: (p: { parameter: string; problem: string }) =>
        say(`The literal does not fit the parameter ${JSON.stringify(p.parameter)}: ${p.problem}.`),
    },
  },
  "exit-mismatch": {
    severity: "error",
    messages: {
      exits: (p: { difference: string }) =>
        say(
          `The exits of <If> give different schemas. ${p.difference}`,
          "Make them alike with a program at the end of one exit, or annotate both with the same union.",
        ),
      closed: (p: { difference: string }) =>
        say(
          `The exits of <If> give different schemas. ${p.difference}`,
          "Make them alike with a program at the end of one exit, annotate both with the same union, or close the type with the JSDoc tag @additionalProperties false.",
        ),
    },
  },
} as const satisfies Record<string, CodeEntry>;
