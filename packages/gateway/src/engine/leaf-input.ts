import type { Binding, ChatCompletionNode, Json, Part, Program } from "@espalier/contract";
import type { PlanNode } from "@espalier/runner";
import { boundText, boundValue, resolveBinding, type Place } from "./bindings.ts";
import { parseMessages } from "./chat-messages.ts";
import { LeafError } from "./leaf-error.ts";
import type { ChatMessage, Validator } from "./types.ts";

/** What a leaf or predicate is called with. */
export type LeafInput =
  | { readonly kind: "model"; readonly definition: ChatCompletionNode; readonly messages: readonly ChatMessage[] }
  | { readonly kind: "program"; readonly program: Program; readonly args: Readonly<Record<string, Json>> };

export interface InputLimits {
  readonly maxComposedBytes: number;
  readonly maxProgramInputBytes: number;
}

/** Resolves what a leaf is called with and validates it. Throws `LeafError`. */
export function leafInput(node: PlanNode, place: Place, validate: Validator, limits: InputLimits): LeafInput {
  const { definition } = node;
  switch (definition.type) {
    case "chat_completion":
      return { kind: "model", definition, messages: renderPrompt(definition.messages, place, limits) };
    case "python":
    case "javascript":
      return programInput(definition.program, definition.inputs, place, validate, limits);
    case "if": {
      const { condition } = definition;
      const inputs = Object.fromEntries(condition.parameters.slice(0, 1).map(({ name }) => [name, PREVIOUS]));
      return programInput(condition, inputs, place, validate, limits);
    }
    default:
      throw new TypeError(`${node.id} is not a leaf`);
  }
}

const PREVIOUS: Binding = { source: "previous" };

function programInput(
  program: Program,
  inputs: Readonly<Record<string, Binding>>,
  place: Place,
  validate: Validator,
  { maxProgramInputBytes }: InputLimits,
): LeafInput {
  const args: [string, Json][] = [];
  let bytes = 0;
  for (const { name, schema, required } of program.parameters) {
    const binding = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (binding === undefined) {
      if (required) throw new LeafError("input_invalid", `${program.entrypoint} needs an input ${name}.`);
      continue;
    }
    const bound = resolveBinding(place, binding);
    bytes += Buffer.byteLength(boundText(bound));
    if (bytes > maxProgramInputBytes) {
      throw new LeafError(
        "input_too_large",
        `The inputs of ${program.entrypoint} exceed ${maxProgramInputBytes} bytes.`,
      );
    }
    const value = boundValue(bound);
    const problem = validate(schema, value);
    if (problem !== undefined) throw new LeafError("input_invalid", `${program.entrypoint}, input ${name}: ${problem}`);
    args.push([name, value]);
  }
  return { kind: "program", program, args: Object.fromEntries(args) };
}

/** A prompt's messages: the request's own untouched, the others with their values rendered in. */
function renderPrompt(parts: readonly Part[], place: Place, { maxComposedBytes }: InputLimits): readonly ChatMessage[] {
  let bytes = 0;
  return parts.flatMap((part) => {
    if ("binding" in part) return parseMessages(place.values.input);
    const content = part.content
      .map((each) => ("text" in each ? each.text : renderValue(place, each.binding)))
      .join("");
    bytes += Buffer.byteLength(content);
    if (bytes > maxComposedBytes) {
      throw new LeafError("input_too_large", `The prompt is larger than ${maxComposedBytes} bytes.`);
    }
    return [{ role: part.role, content }];
  });
}

/** A string as it is, any other value as compact JSON. */
function renderValue(place: Place, binding: Binding): string {
  const bound = resolveBinding(place, binding);
  const text = boundText(bound);
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
