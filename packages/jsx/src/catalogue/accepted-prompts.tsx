import { Assistant, ChatCompletion, Input, jsonSchema, schema, System, text, User } from "@espalier/jsx";
import type { PromptParts, ResponseModel } from "@espalier/jsx";
import { type as ark } from "arktype";
import * as z from "zod";
import type { Forms } from "./form.ts";
import type { Invoice } from "./programs.ts";

const flag = Number("1") > 2;
const list = ["a", "b"];

function Generic<T extends object>(props: { readonly value: T; readonly pick: (value: T) => string }) {
  return (
    <ChatCompletion model="m">
      <User>{props.pick(props.value)}</User>
    </ChatCompletion>
  );
}
function Extract({ model, children }: { readonly model: ResponseModel; readonly children?: PromptParts }) {
  return (
    <ChatCompletion model="fast" responseModel={model}>
      {children}
      {Input.messages}
    </ChatCompletion>
  );
}
function Rules() {
  return <>Be brief. Never guess {Input.previous}.</>;
}
function Words() {
  return "words";
}
function Persona() {
  return <System>You audit invoices.</System>;
}

// prettier-ignore
export const prompts: Forms = {
  "prompt parts": [<ChatCompletion model="m"><System>Be {"terse"}.</System>{Input.messages}<Assistant>ok</Assistant><User>go</User></ChatCompletion>, 'chat_completion(system("Be " "terse" ".") {messages} assistant("ok") user("go"))'],
  "only messages": [<ChatCompletion model="m">{Input.messages}</ChatCompletion>, "chat_completion({messages})"],
  "settings": [<ChatCompletion model="m" temperature={0} topP={1} maxTokens={9} seed={1} stop={["a"]} reasoningEffort="low">{Input.messages}</ChatCompletion>, "chat_completion({messages})"],
  "prompt that is only a binding": [<ChatCompletion model="m"><User>{Input.previous}</User></ChatCompletion>, "chat_completion(user({previous}))"],
  "text, number, binding, condition, list": [<ChatCompletion model="m"><User>Page {3} of {Input.previous.field("pages")}{flag && " (last)"}{list.map((l) => `- ${l}\n`)}</User></ChatCompletion>, 'chat_completion(user("Page " 3 " of " {previous.pages} "- a\\n" "- b\\n"))'],
  "whitespace is that of JSX": [<User>
      One
      two {1}
      three{" "}
      {2} four

      five
    </User>, 'user("One two " 1 "three" " " 2 " four five")'],
  "text tag": [<ChatCompletion model="m"><User>{text`
      Review ${Input.previous}
        indented
      End`}</User></ChatCompletion>, 'chat_completion(user("Review " {previous} "\\n  indented\\nEnd"))'],
  "fragment in a prompt": [<ChatCompletion model="m"><User>{flag ? null : <>a {Input.previous}</>}</User></ChatCompletion>, 'chat_completion(user("a " {previous}))'],
  "component in a prompt": [<ChatCompletion model="m"><User><Rules /><Words /></User></ChatCompletion>, 'chat_completion(user("Be brief. Never guess " {previous} "." "words"))'],
  "component of prompt parts": [<ChatCompletion model="m"><Persona />{flag && <User>x</User>}{[<User key="y">y</User>]}</ChatCompletion>, 'chat_completion(system("You audit invoices.") user("y"))'],
  "fragment of prompt parts": [<ChatCompletion model="m"><><System>a</System>{Input.messages}</></ChatCompletion>, 'chat_completion(system("a") {messages})'],
  "generic component": [<Generic value={{ a: 1 }} pick={(v) => String(v.a)} />, 'chat_completion(user("1"))'],

  "schema<T>()": [<Extract model={schema<Invoice[]>()} />, "chat_completion({messages})"],
  "schema of a union": [<Extract model={schema<"a" | "b">()} />, "chat_completion({messages})"],
  "jsonSchema": [<Extract model={jsonSchema({ type: "object", properties: { a: { enum: ["x"] } }, required: ["a"] })} />, "chat_completion({messages})"],
  "jsonSchema as const": [<Extract model={jsonSchema({ type: "array", items: { type: "string" } } as const)} />, "chat_completion({messages})"],
  "zod": [<Extract model={z.object({ a: z.string() })} />, "chat_completion({messages})"],
  "arktype": [<Extract model={ark({ a: "string" })} />, "chat_completion({messages})"],
  "children passed to a component's prompt": [<Extract model={schema<Invoice>()}><System>x</System><User>y</User></Extract>, 'chat_completion(system("x") user("y") {messages})'],
};
