import { type CodeEntry, say } from "../wording.ts";

/** Codes about what may stand where. */
export const placementCodes = {
  "empty-body": {
    severity: "error",
    messages: {
      owner: (p: { owner: string }) =>
        say(
          `${p.owner} has no nodes.`,
          "Put at least one node there. To pass the value through, use <Script run={keep} /> with a typed function that returns its argument: const keep = (value: Value): Value => value.",
        ),
    },
  },
  "unexpected-child": {
    severity: "error",
    messages: {
      blank: (p: { owner: string }) =>
        say(
          `${p.owner} cannot hold text, and there is a space.`,
          "It stands between two elements, or an element and a comment, on one line: put each on a line of its own.",
        ),
      text: (p: { owner: string; text: string }) =>
        say(
          `${p.owner} cannot hold text, and there is ${p.text}.`,
          'Text stands in a part of a prompt: <ChatCompletion model="…"><User>…</User></ChatCompletion>.',
        ),
      value: (p: { owner: string; what: string }) =>
        say(
          `${p.owner} cannot hold ${p.what}.`,
          "Write nodes there: <ChatCompletion>, <Script> and so on. Only null, undefined and false may stand among them, and are left out.",
        ),
      valueInPart: (p: { owner: string; what: string }) =>
        say(
          `${p.owner} cannot hold ${p.what}.`,
          "A part of a prompt holds text, numbers and bindings. For a value that is known now, write JSON.stringify(value).",
        ),
      leftover: (p: { owner: string; what: string }) =>
        say(
          `${p.owner} cannot hold ${p.what}.`,
          "It is what is left of {value && <Node />} when the value is 0, NaN or empty. Compare it: {value > 0 && <Node />}.",
        ),
      function: (p: { owner: string; name: string }) =>
        say(
          `${p.owner} cannot hold the function ${JSON.stringify(p.name)}.`,
          `Run it: <Script run={${p.name}} />. If it returns nodes, it is a component: give it a capital and write it as a tag.`,
        ),
      functionAsBody: () =>
        say(
          "The body of <ForEach> is nodes, and here is a function: nothing would call it.",
          "Write the nodes themselves: they run once for each item. The first gets it as Input.previous, and all of them read it as Input.item, in prompts and `inputs`.",
        ),
      inlineFunction: (p: { owner: string }) =>
        say(
          `${p.owner} cannot hold a function: nothing would call it.`,
          "Write what it returns in its place. Values are read through bindings: Input.previous is the result of the node before.",
        ),
      binding: (p: { owner: string }) =>
        say(
          `${p.owner} cannot hold a binding.`,
          "A node reads a binding through `inputs`, `items` or the text of a prompt.",
        ),
      promptPart: (p: { owner: string; component: string }) =>
        say(`${p.owner} cannot hold <${p.component}>, a part of a prompt.`, "Put it in a <ChatCompletion>."),
      nodeInPrompt: (p: { owner: string; component: string }) =>
        say(
          `${p.owner} cannot hold <${p.component}>, a node.`,
          "Put the node before <ChatCompletion> and read its result with {Input.previous}.",
        ),
      nestedPart: (p: { owner: string; component: string }) =>
        say(`${p.owner} cannot hold <${p.component}>: parts of a prompt do not nest.`, "Put the parts side by side."),
      branch: (p: { owner: string }) => say(`${p.owner} cannot hold <Branch>.`, "<Branch> stands in <Parallel> only."),
      nodeInParallel: (p: { component: string }) =>
        say(
          `<Parallel> holds <Branch name="…"> children, and here is <${p.component}>.`,
          `Write <Branch name="…"> around it, or use <Parallel branches={{ … }}>.`,
        ),
      workflow: (p: { owner: string }) =>
        say(`${p.owner} cannot hold <Workflow>: workflows do not nest.`, "Use <Sequence> for a nested group."),
      none: (p: { owner: string; hint: string }) => say(`${p.owner} takes no children.`, p.hint),
    },
  },
  "invalid-name": {
    severity: "error",
    messages: {
      workflow: (p: { name: string }) =>
        say(
          `${JSON.stringify(p.name)} is no name for a workflow.`,
          'Use 1 to 64 of "a-z", "0-9", ".", "_" and "-", the first a letter or digit.',
        ),
      node: (p: { name: string; what: string }) =>
        say(
          `${JSON.stringify(p.name)} is no name for a ${p.what}.`,
          'Use 1 to 64 letters, digits, "_" and "-", the first a letter or "_".',
        ),
      reserved: (p: { name: string; what: string }) =>
        say(
          `${JSON.stringify(p.name)} is no name for a ${p.what}: JavaScript keeps it for itself.`,
          "Choose another name.",
        ),
    },
  },
  "duplicate-branch": {
    severity: "error",
    messages: {
      name: (p: { name: string }) =>
        say(`<Parallel> has two branches of the name ${JSON.stringify(p.name)}.`, "Give one of them another name."),
    },
  },
  "no-branches": {
    severity: "error",
    messages: {
      parallel: () => say("<Parallel> has no branches.", "Give at least one: <Parallel branches={{ name: <… /> }} />."),
    },
  },
  "empty-prompt": {
    severity: "error",
    messages: {
      chat: () =>
        say(
          "<ChatCompletion> has no prompt.",
          "Its children are the prompt: <System>…</System>, <User>…</User> or {Input.messages}.",
        ),
      part: (p: { component: string }) =>
        say(`<${p.component}> has no text.`, "Write the text, or leave the part out."),
    },
  },
  "invalid-prompt": {
    severity: "error",
    messages: {
      splice: (p: { binding: string }) =>
        say(
          `Only {Input.messages} can stand beside the parts of a prompt, and this is {${p.binding}}.`,
          `Put it in a part: <User>{${p.binding}}</User>.`,
        ),
      stringified: (p: { binding: string }) =>
        say(
          `The binding ${p.binding} was turned into a string before the workflow runs.`,
          `Put it in the prompt as it is: {${p.binding}}, or use the \`text\` tag.`,
        ),
      number: (p: { value: string }) => say(`A prompt cannot hold the number ${p.value}.`, "Give a finite number."),
      bareText: (p: { text: string }) =>
        say(
          `<ChatCompletion> holds parts, and there is the text ${p.text}.`,
          "Put the text in <System>, <User> or <Assistant>.",
        ),
    },
  },
  "binding-as-condition": {
    severity: "error",
    messages: {
      prop: (p: { binding: string }) =>
        say(
          `The condition of <If> is a program, and this is the binding ${p.binding}.`,
          "Write a predicate: a top-level function of the incoming value that returns a boolean.",
        ),
      expression: (p: { expression: string }) =>
        say(
          `${p.expression} is a binding, not its value: as a condition it is always true.`,
          "Use <If condition={…}> with a predicate: a top-level function of the value that returns a boolean.",
        ),
    },
  },
  "stray-dollar": {
    severity: "warning",
    messages: {
      text: (p: { expression: string }) =>
        say(
          `The "$" before {${p.expression}} is part of the prompt.`,
          `Leave it out: only template literals need it. If it is meant, as before a price, write {"$"}{${p.expression}}.`,
        ),
    },
  },
} as const satisfies Record<string, CodeEntry>;
