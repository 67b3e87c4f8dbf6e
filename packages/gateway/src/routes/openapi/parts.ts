/** Plain data of an OpenAPI document. */
export type Data = { readonly [key: string]: unknown };

export const text: Data = { type: "string" };
export const whole: Data = { type: "integer", minimum: 0 };
export const yes: Data = { type: "boolean" };
/** Milliseconds since 1970. */
export const time: Data = { type: "integer", minimum: 0, description: "Milliseconds since 1970." };
/** Seconds since 1970. */
export const seconds: Data = { type: "integer", minimum: 0, description: "Seconds since 1970." };
/** Any JSON value. */
export const anything: Data = {};

export const is = (value: string): Data => ({ const: value });
export const oneOf = (...words: readonly string[]): Data => ({ type: "string", enum: words });
export const list = (items: Data): Data => ({ type: "array", items });
export const orNull = (schema: Data): Data => ({ anyOf: [schema, { type: "null" }] });
export const ref = (name: string): Data => ({ $ref: `#/components/schemas/${name}` });

/** An object whose fields are all there, but for those that `optional` names. */
export function object(properties: Data, optional: readonly string[] = []): Data {
  return { type: "object", properties, required: Object.keys(properties).filter((key) => !optional.includes(key)) };
}

/** A list as the API gives lists. */
export const listOf = (item: Data): Data => object({ object: is("list"), data: list(item) });

/** A page of a list; `next` goes into `after` of the next call. */
export const pageOf = (item: Data, more: Data = {}): Data =>
  object({ object: is("list"), ...more, data: list(item), has_more: yes, next: orNull(text) });

export const json = (schema: Data): Data => ({ "application/json": { schema } });

/** A stream of events; the data of each fits `schema`, which documents of this version can only say in an extension. */
export const events = (schema: Data, description: string): Data => ({
  "text/event-stream": { schema: { type: "string", description }, "x-event-data": schema },
});

const header = (name: string): Data => ({ $ref: `#/components/headers/${name}` });

/** A successful answer. */
export function answer(description: string, content: Data, headers: readonly string[] = []): Data {
  const names = ["x-request-id", ...headers];
  return { description, headers: Object.fromEntries(names.map((name) => [name, header(name)])), content };
}

/** References to the refusals of these statuses. */
export function refusals(...statuses: readonly number[]): Data {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** What every call that needs a key may be refused with. */
export const KEYED = [401, 403, 500, 503] as const;
/** What every call with a body may be refused with. */
export const WITH_BODY = [400, 413, 415] as const;

export const parameter = (name: string): Data => ({ $ref: `#/components/parameters/${name}` });
