import type {
  Binding,
  ChatCompletionNode,
  Content,
  JavaScriptNode,
  ModelParams,
  Part,
  PythonNode,
  Retry,
} from "@espalier/contract";
import type {
  BindingValue,
  ChatTree,
  InputValue,
  ProgramTree,
  PromptContent,
  PromptPart,
  RetryValue,
} from "../build/tree.ts";
import { effectiveInputs } from "../flow/inputs.ts";
import { present } from "./absent.ts";
import { type LowerContext, must } from "./context.ts";

/** A model call as it stands in a bundle. */
export function lowerChat(node: ChatTree, context: LowerContext): ChatCompletionNode {
  const schema = node.responseModel === undefined ? undefined : must(context.resolution.model(node), "response model");
  return present({
    ...context.common(node),
    type: "chat_completion" as const,
    model: node.model,
    messages: node.parts.map(lowerPart),
    response_schema: schema,
    params: lowerParams(node),
    timeout_seconds: node.timeoutSeconds,
    retry: lowerRetry(node.retry),
  });
}

function lowerPart(part: PromptPart): Part {
  if (part.kind === "messages") return { binding: { source: "messages" } };
  return { role: part.role, content: part.content.map(lowerContent) };
}

function lowerContent(content: PromptContent): Content {
  return typeof content === "string" ? { text: content } : { binding: lowerBinding(content.binding) };
}

function lowerParams({ params }: ChatTree): ModelParams | undefined {
  const lowered = present({
    temperature: params.temperature,
    top_p: params.topP,
    max_tokens: params.maxTokens,
    seed: params.seed,
    stop: params.stop === undefined ? undefined : [...params.stop],
    reasoning_effort: params.reasoningEffort,
  });
  return Object.keys(lowered).length === 0 ? undefined : lowered;
}

/** A program call as it stands in a bundle, with every input written out. */
export function lowerProgram(node: ProgramTree, context: LowerContext): PythonNode | JavaScriptNode {
  const run = must(node.run, "program");
  const { program } = must(context.resolution.program(run), "program");
  const inputs = [...effectiveInputs(node, program)].map(([name, input]) => [name, lowerInput(input)]);
  const type = program.language;
  return present({
    ...context.common(node),
    type,
    program,
    inputs: Object.fromEntries(inputs) as Record<string, Binding>,
    timeout_seconds: node.timeoutSeconds,
    retry: lowerRetry(node.retry),
  });
}

function lowerInput(input: InputValue): Binding {
  if (input.kind === "binding") return lowerBinding(input.binding);
  if (input.kind === "literal") return { source: "literal", value: input.value };
  throw new Error("An input was refused, and no diagnostic says so.");
}

/** A binding as it stands in a bundle. */
export function lowerBinding({ source, path }: BindingValue): Binding {
  if (source === "messages") return { source };
  return path.length === 0 ? { source } : { source, path: [...path] };
}

function lowerRetry(retry: RetryValue | undefined): Retry | undefined {
  if (retry === undefined) return undefined;
  return {
    max_attempts: retry.maxAttempts,
    initial_backoff_seconds: retry.initialBackoffSeconds,
    backoff_multiplier: retry.backoffMultiplier,
    max_backoff_seconds: retry.maxBackoffSeconds,
  };
}
