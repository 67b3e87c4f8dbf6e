/** A value that survives JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A whole number: `integer` in JSON Schema. TypeScript alone has no way to say it. */
export type Integer = number & { readonly "~integer"?: never };

/** One message of the request, as programs receive it: text parts are joined. */
export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant";
  content: string;
}
