import { type CodeEntry, found, quotedList, say } from "../wording.ts";

/** Codes about files and what they export. */
export const fileCodes = {
  "load-failed": { severity: "error", messages: { found } },
  "not-a-workflow": {
    severity: "error",
    messages: {
      file: (p: { file: string }) =>
        say(
          `${p.file} exports no workflow.`,
          "Export a <Workflow> element, an array of them, or a component without props that returns one.",
        ),
      unexported: (p: { file: string }) =>
        say(
          `${p.file} makes a <Workflow> here and does not export it.`,
          "Write `export default` before it. A function that returns one is called if it is exported as default or under a name with a capital.",
        ),
      value: (p: { what: string }) =>
        say(`A workflow is needed here, and this is ${p.what}.`, "Wrap the nodes in <Workflow>."),
      several: (p: { names: readonly string[] }) =>
        say(
          `One workflow is needed here, and these are ${p.names.length}: ${quotedList(p.names)}.`,
          "Compile them one by one.",
        ),
      nothing: () => say("A workflow is needed here, and this is nothing.", "Give a <Workflow> element."),
    },
  },
  "duplicate-workflow": {
    severity: "error",
    messages: {
      name: (p: { name: string }) =>
        say(`There are two workflows of the name ${JSON.stringify(p.name)}.`, "Give one of them another name."),
    },
  },
  "component-failed": {
    severity: "error",
    messages: {
      threw: (p: { message: string }) =>
        say(
          p.message,
          "Components run while the workflow is compiled, with the props that they are given there and without the values of a run.",
        ),
      async: (p: { message: string }) =>
        say(p.message, "A component only describes the workflow; load what it needs before, at the top of the module."),
      undefined: (p: { message: string }) => say(p.message, "Return the nodes; return null where there are none."),
      "not-a-component": (p: { message: string }) =>
        say(
          p.message,
          /^<[a-z]/.test(p.message)
            ? "A workflow has no HTML: in a prompt write the text itself, elsewhere nodes such as <Script>. A component of yours has a capital."
            : "Check that the component is exported and imported.",
        ),
      "too-deep": (p: { message: string }) => say(p.message, "Does a component return itself without end?"),
      cycle: (p: { message: string }) => say(p.message, "An array must not contain itself."),
    },
  },
} as const satisfies Record<string, CodeEntry>;
