import { afterEach, expect, jest, test } from "@jest/globals";
import { compileFiles } from "./compile-files.ts";
import { formatPretty } from "./diagnostics/pretty.ts";
import { createScratchProject, type ScratchProject } from "./modules/fixtures/scratch-project.ts";

// Somebody who is new must be able to mend a mistake with its first message alone. So each test shows everything that is
// printed, and that what the hint says to write mends it.

// The first test that needs Rollup loads it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const projects: ScratchProject[] = [];
afterEach(() => projects.splice(0).forEach((project) => project.remove()));

/** Everything that is printed about a project whose flow is in flow.tsx. */
async function printed(files: Readonly<Record<string, string>>): Promise<string> {
  const project = createScratchProject(files);
  projects.push(project);
  const { diagnostics } = await compileFiles(["flow.tsx"], { root: project.root });
  return formatPretty(diagnostics, { root: project.root });
}

const ORDER = `export interface Order {
  id: string;
  total: number;
}
export interface Orders {
  orders: Order[];
}
`;

/** A project that reads orders with a model: functions at the top of the flow, and the nodes after the model call. */
function project(functions: string, nodes: string, types: string = ORDER): Record<string, string> {
  const flow = `import { ChatCompletion, ForEach, If, Input, Script, User, Workflow, jsonSchema, schema } from "@espalier/jsx";
import type { Order, Orders } from "./order.ts";

${functions.trim()}

export default (
  <Workflow name="orders">
    <ChatCompletion model="fast" responseModel={schema<Orders>()}>
      {Input.messages}
    </ChatCompletion>
${nodes.replaceAll(/^\n|\n *$/g, "")}
  </Workflow>
);
`;
  return { "order.ts": types, "flow.tsx": flow };
}

const LABEL = "export const label = (order: Order): string => order.id;";
const IS_LARGE = "export const isLarge = (order: Order): boolean => order.total > 100;";

/** The nodes, once for each order. */
const forEachOrder = (nodes: string): string => `
    <ForEach items={Input.previous.field("orders")}>
      ${nodes.trim()}
    </ForEach>`;

const choice = (predicate: string): string =>
  `<If condition={${predicate}} then={<Script run={label} />} otherwise={<Script run={label} />} />`;

const PRICE = "export const price = (order: Order, currency: string): string => order.total + currency;";
const SAME = "export const same = (order: Order): Order => order;";
const DOUBLE = `${IS_LARGE}
export const double = (order: Order): Order => ({ ...order, total: order.total * 2 });`;
const TEXTS = `${LABEL}
export const shout = (text: string): string => text.toUpperCase();
export const join = (texts: string[]): string => texts.join();`;
const STRICT_ORDER = `{
            type: "object",
            required: ["id", "total"],
            properties: { id: { type: "string", minLength: 1 }, total: { type: "integer" } },
          }`;

test("`If` without `otherwise`", async () => {
  expect(
    await printed(
      project(`${LABEL}\n${IS_LARGE}`, forEachOrder("<If condition={isLarge} then={<Script run={label} />} />")),
    ),
  )
    .toBe(`flow.tsx:13:7 - error invalid-prop: <If> needs the prop "otherwise": the nodes that run when the condition does not hold.

  12 |     <ForEach items={Input.previous.field("orders")}>
> 13 |       <If condition={isLarge} then={<Script run={label} />} />
     |       ^
  14 |     </ForEach>

  hint: Write otherwise={<… />}. To pass the value through, use <Script run={keep} /> with a typed function that returns its argument: const keep = (value: Value): Value => value.
  docs/diagnostics/invalid-prop.md`);
  expect(
    await printed(
      project(
        `${LABEL}\n${IS_LARGE}`,
        forEachOrder("<If condition={isLarge} then={<Script run={label} />} otherwise={<Script run={label} />} />"),
      ),
    ),
  ).toBe("");
});

test("text as a child", async () => {
  expect(await printed(project(LABEL, `    Check these orders.${forEachOrder("<Script run={label} />")}`)))
    .toBe(`flow.tsx:7:3 - error unexpected-child: <Workflow> cannot hold text, and there is "Check these orders.".

  6 | export default (
> 7 |   <Workflow name="orders">
    |   ^
  8 |     <ChatCompletion model="fast" responseModel={schema<Orders>()}>

  hint: Text stands in a part of a prompt: <ChatCompletion model="…"><User>…</User></ChatCompletion>.
  docs/diagnostics/unexpected-child.md`);
  expect(
    await printed(
      project(
        LABEL,
        `    <ChatCompletion model="fast"><User>Check these orders. {Input.previous}</User></ChatCompletion>`,
      ),
    ),
  ).toBe("");
});

test("`.field` of an optional field", async () => {
  expect(
    await printed(
      project(
        LABEL,
        forEachOrder(`<ChatCompletion model="fast">
        <User>
          Translate {Input.item.field("note")}
        </User>
      </ChatCompletion>`),
        ORDER.replace("total: number;", "total: number;\n  note?: string;"),
      ),
    ),
  )
    .toBe(`flow.tsx:8:5 - warning loose-response-model: Strict structured output cannot express this response model: "orders[]" has the optional property "note".

  7 |   <Workflow name="orders">
> 8 |     <ChatCompletion model="fast" responseModel={schema<Orders>()}>
    |     ^
  9 |       {Input.messages}

  hint: The gateway will validate the answer instead of constraining it.
  docs/diagnostics/loose-response-model.md

flow.tsx:13:9 - error optional-field: Input.item does not always have the field "note": it is optional.

  12 |       <ChatCompletion model="fast">
> 13 |         <User>
     |         ^
  14 |           Translate {Input.item.field("note")}

  hint: Make it required in the source's type (with "| null" when it may be empty), or read it in a program that says what to do without it.
  docs/diagnostics/optional-field.md`);
  expect(
    await printed(
      project(
        LABEL,
        forEachOrder('<ChatCompletion model="fast"><User>Translate {Input.item.field("note")}</User></ChatCompletion>'),
        ORDER.replace("total: number;", "total: number;\n  note: string | null;"),
      ),
    ),
  ).toBe("");
});

test("a predicate that returns something else", async () => {
  expect(
    await printed(project(`${LABEL}\nexport const hasId = (order: Order) => order.id;`, forEachOrder(choice("hasId")))),
  ).toBe(`flow.tsx:13:7 - error predicate-not-boolean: A condition returns a boolean, and "hasId" returns a string.

  12 |     <ForEach items={Input.previous.field("orders")}>
> 13 |       <If condition={hasId} then={<Script run={label} />} otherwise={<Script run={label} />} />
     |       ^
  14 |     </ForEach>

  hint: Return a comparison, such as value.total > 100, and declare the return as boolean (in Python: bool).
  docs/diagnostics/predicate-not-boolean.md`);
  expect(
    await printed(
      project(
        `${LABEL}\nexport const hasId = (order: Order): boolean => order.id !== "";`,
        forEachOrder(choice("hasId")),
      ),
    ),
  ).toBe("");
});

test("a predicate whose result may be undefined", async () => {
  expect(
    await printed(
      project(
        `${LABEL}\nexport const isNoted = (order: Order) => order.id.match(/note/)?.index;`,
        forEachOrder(choice("isNoted")),
      ),
    ),
  ).toBe(`flow.tsx:5:14 - error untyped-return: The result of "isNoted" can be "undefined", which JSON has no form for.

  4 | export const label = (order: Order): string => order.id;
> 5 | export const isNoted = (order: Order) => order.id.match(/note/)?.index;
    |              ^
  6 |

  hint: A condition returns a boolean: return a comparison, such as value !== undefined.
  docs/diagnostics/untyped-return.md`);
  expect(
    await printed(
      project(
        `${LABEL}\nexport const isNoted = (order: Order): boolean => order.id.match(/note/)?.index !== undefined;`,
        forEachOrder(choice("isNoted")),
      ),
    ),
  ).toBe("");
});

test("a predicate of another type", async () => {
  expect(
    await printed(
      project(
        `${LABEL}\nexport const areMany = (all: Orders): boolean => all.orders.length > 3;`,
        forEachOrder(choice("areMany")),
      ),
    ),
  )
    .toBe(`flow.tsx:13:7 - error shape-mismatch: The condition "areMany" gets Input.previous, which does not fit its parameter "all": "orders" is missing.

  12 |     <ForEach items={Input.previous.field("orders")}>
> 13 |       <If condition={areMany} then={<Script run={label} />} otherwise={<Script run={label} />} />
     |       ^
  14 |     </ForEach>

  hint: A condition gets the incoming value: first in a loop, that is the item; elsewhere, the result of the node before. Give its parameter that type, or put a program before <If> that converts the value.
  docs/diagnostics/shape-mismatch.md`);
  expect(await printed(project(`${LABEL}\n${IS_LARGE}`, forEachOrder(choice("isLarge"))))).toBe("");
});

test("a parameter without a type", async () => {
  expect(await printed(project("export const label = (order) => order.id;", forEachOrder("<Script run={label} />"))))
    .toBe(`flow.tsx:4:23 - error untyped-parameter: The parameter "order" of "label" has no type.

  3 |
> 4 | export const label = (order) => order.id;
    |                       ^
  5 |

  hint: Write its type, or "unknown" for any JSON value.
  docs/diagnostics/untyped-parameter.md`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});

test("a Date in a type", async () => {
  expect(
    await printed(
      project(LABEL, forEachOrder("<Script run={label} />"), ORDER.replace("total: number", "placed: Date")),
    ),
  ).toBe(`order.ts:3:3 - error unserializable-type: "order.placed" is a "Date", which does not survive JSON.

  2 |   id: string;
> 3 |   placed: Date;
    |   ^
  4 | }

  hint: Write "string" with "@format date-time" in its JSDoc.
  docs/diagnostics/unserializable-type.md`);
  expect(
    await printed(
      project(
        LABEL,
        forEachOrder("<Script run={label} />"),
        ORDER.replace("total: number", "/** @format date-time */\n  placed: string"),
      ),
    ),
  ).toBe("");
});

test("an item outside of a loop", async () => {
  expect(
    await printed(
      project(
        LABEL,
        `${forEachOrder("<Script run={label} />")}
    <ChatCompletion model="fast">
      <User>Summarize {Input.item}</User>
    </ChatCompletion>`,
      ),
    ),
  ).toBe(`flow.tsx:15:7 - error item-outside-loop: <User> reads Input.item outside of a <ForEach>.

  14 |     <ChatCompletion model="fast">
> 15 |       <User>Summarize {Input.item}</User>
     |       ^
  16 |     </ChatCompletion>

  hint: Read Input.previous, or move it into the loop. After a loop, Input.previous is the list of its results.
  docs/diagnostics/item-outside-loop.md`);
  expect(
    await printed(
      project(
        LABEL,
        `${forEachOrder("<Script run={label} />")}
    <ChatCompletion model="fast"><User>Summarize {Input.previous}</User></ChatCompletion>`,
      ),
    ),
  ).toBe("");
});

test("a function of two arguments without `inputs`", async () => {
  expect(await printed(project(PRICE, forEachOrder("<Script run={price} />"))))
    .toBe(`flow.tsx:12:7 - error missing-input: "price" needs several inputs: "order" and "currency".

  11 |     <ForEach items={Input.previous.field("orders")}>
> 12 |       <Script run={price} />
     |       ^
  13 |     </ForEach>

  hint: Give each a binding, such as Input.previous or a field of it, or a JSON literal: inputs={{ order: …, currency: … }}.
  docs/diagnostics/missing-input.md`);
  expect(
    await printed(
      project(PRICE, forEachOrder('<Script run={price} inputs={{ order: Input.previous, currency: "EUR" }} />')),
    ),
  ).toBe("");
});

test("a function that closes over a local", async () => {
  expect(
    await printed(
      project(
        `function Price({ currency }: { currency: string }) {
  const price = (order: Order): string => order.total + currency;
  return <Script run={price} />;
}`,
        forEachOrder('<Price currency="EUR" />'),
      ),
    ),
  )
    .toBe(`flow.tsx:6:10 - error not-a-program: <Script> needs a function of the top level of a file, and "price" is declared inside another function, or in a file that @espalier/babel-preset did not compile.

  5 |   const price = (order: Order): string => order.total + currency;
> 6 |   return <Script run={price} />;
    |          ^
  7 | }

  in <Price> at flow.tsx:15:7
  hint: Move it to the top level, and turn what it takes from around it into parameters, given by \`inputs\`. For a function of a package, declare one that calls it.
  docs/diagnostics/not-a-program.md`);
  expect(
    await printed(
      project(
        `${PRICE}
function Price({ currency }: { currency: string }) {
  return <Script run={price} inputs={{ order: Input.previous, currency }} />;
}`,
        forEachOrder('<Price currency="EUR" />'),
      ),
    ),
  ).toBe("");
});

test("a function written in the workflow", async () => {
  expect(await printed(project("", forEachOrder("<Script run={(order: Order) => order.id} />"))))
    .toBe(`flow.tsx:12:7 - error not-a-program: <Script> needs a function of the top level of a file, and this one is written inside the workflow.

  11 |     <ForEach items={Input.previous.field("orders")}>
> 12 |       <Script run={(order: Order) => order.id} />
     |       ^
  13 |     </ForEach>

  hint: Give it a name at the top level, with the types of its parameter and result: function f(value: Value): Result { … }. What it takes from around it becomes a parameter, given by \`inputs\`.
  docs/diagnostics/not-a-program.md`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});

test("an empty fragment", async () => {
  expect(
    await printed(
      project(DOUBLE, forEachOrder("<If condition={isLarge} then={<Script run={double} />} otherwise={<></>} />")),
    ),
  ).toBe(`flow.tsx:13:7 - error empty-body: The exit "otherwise" of <If> has no nodes.

  12 |     <ForEach items={Input.previous.field("orders")}>
> 13 |       <If condition={isLarge} then={<Script run={double} />} otherwise={<></>} />
     |       ^
  14 |     </ForEach>

  hint: Put at least one node there. To pass the value through, use <Script run={keep} /> with a typed function that returns its argument: const keep = (value: Value): Value => value.
  docs/diagnostics/empty-body.md`);
  expect(
    await printed(
      project(
        `${DOUBLE}\nconst keep = (order: Order): Order => order;`,
        forEachOrder("<If condition={isLarge} then={<Script run={double} />} otherwise={<Script run={keep} />} />"),
      ),
    ),
  ).toBe("");
});

test("a misspelt field", async () => {
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />").replace("orders", "order"))))
    .toBe(`flow.tsx:11:5 - error unknown-field: Input.previous does not declare the field "order".

  10 |     </ChatCompletion>
> 11 |     <ForEach items={Input.previous.field("order")}>
     |     ^
  12 |       <Script run={label} />

  hint: Did you mean "orders"?
  docs/diagnostics/unknown-field.md`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});

test("a misspelt field in a prompt of many lines", async () => {
  expect(
    await printed(
      project(
        "",
        forEachOrder(`<ChatCompletion model="fast">
        <User>Name the currency.</User>
        <User>
          The total is {Input.item.field("totel")}
        </User>
      </ChatCompletion>`),
      ),
    ),
  ).toBe(`flow.tsx:14:9 - error unknown-field: Input.item does not declare the field "totel".

  13 |         <User>Name the currency.</User>
> 14 |         <User>
     |         ^
  15 |           The total is {Input.item.field("totel")}

  hint: Did you mean "total"?
  docs/diagnostics/unknown-field.md`);
  expect(
    await printed(
      project(
        "",
        forEachOrder(
          '<ChatCompletion model="fast"><User>The total is {Input.item.field("total")}</User></ChatCompletion>',
        ),
      ),
    ),
  ).toBe("");
});

test("exits that give different things", async () => {
  expect(
    await printed(
      project(
        `${IS_LARGE}\n${LABEL}\nexport const cents = (order: Order): number => order.total * 100;`,
        forEachOrder("<If condition={isLarge} then={<Script run={label} />} otherwise={<Script run={cents} />} />"),
      ),
    ),
  )
    .toBe(`flow.tsx:14:7 - error exit-mismatch: The exits of <If> give different schemas. The value is string in "then" and number in "otherwise".

  13 |     <ForEach items={Input.previous.field("orders")}>
> 14 |       <If condition={isLarge} then={<Script run={label} />} otherwise={<Script run={cents} />} />
     |       ^
  15 |     </ForEach>

  related: the last node of the exit "then" at flow.tsx:14:37
  related: the last node of the exit "otherwise" at flow.tsx:14:72
  hint: Make them alike with a program at the end of one exit, or annotate the results of both with the same union, such as string | number.
  docs/diagnostics/exit-mismatch.md`);
  expect(
    await printed(
      project(
        `${IS_LARGE}\n${LABEL}\nexport const cents = (order: Order): string => String(order.total * 100);`,
        forEachOrder("<If condition={isLarge} then={<Script run={label} />} otherwise={<Script run={cents} />} />"),
      ),
    ),
  ).toBe("");
});

test("exits that differ in constraints", async () => {
  expect(
    await printed(
      project(
        `${IS_LARGE}\n${SAME}`,
        forEachOrder(`<If
        condition={isLarge}
        then={
          <ChatCompletion model="careful" responseModel={jsonSchema(${STRICT_ORDER})}>
            <User>{Input.previous}</User>
          </ChatCompletion>
        }
        otherwise={<Script run={same} />}
      />`),
      ),
    ),
  )
    .toBe(`flow.tsx:13:7 - error exit-mismatch: The exits of <If> give different schemas. "id" has \`minLength\` 1 in "then" only. "total" is integer in "then" and number in "otherwise".

  12 |     <ForEach items={Input.previous.field("orders")}>
> 13 |       <If
     |       ^
  14 |         condition={isLarge}

  related: the last node of the exit "then" at flow.tsx:16:11
  related: the last node of the exit "otherwise" at flow.tsx:24:20
  hint: Constraints count. End both exits with <Script run={same} />, where const same = (value: Value): Value => value; or write the constraints in the TypeScript type: Integer of @espalier/jsx for a whole number, and JSDoc tags such as @minLength 1.
  docs/diagnostics/exit-mismatch.md`);
  expect(
    await printed(
      project(
        `${IS_LARGE}\n${SAME}`,
        forEachOrder(`<If
        condition={isLarge}
        then={
          <>
            <ChatCompletion model="careful" responseModel={jsonSchema(${STRICT_ORDER})}>
              <User>{Input.previous}</User>
            </ChatCompletion>
            <Script run={same} />
          </>
        }
        otherwise={<Script run={same} />}
      />`),
      ),
    ),
  ).toBe("");
});

test("a function as the body of a loop", async () => {
  expect(
    await printed(
      project(
        TEXTS,
        `${forEachOrder("{(order) => <Script run={label} />}\n      <Script run={shout} />")}
    <Script run={join} />`,
      ),
    ),
  )
    .toBe(`flow.tsx:13:5 - error unexpected-child: <ForEach> holds nodes, and here is a function: nothing would ever call it.

  12 |     </ChatCompletion>
> 13 |     <ForEach items={Input.previous.field("orders")}>
     |     ^
  14 |       {(order) => <Script run={label} />}

  hint: Write the nodes themselves: they run once for each item. The first gets it as Input.previous, and all of them read it as Input.item, in prompts and \`inputs\`.
  docs/diagnostics/unexpected-child.md`);
  expect(
    await printed(
      project(TEXTS, `${forEachOrder("<Script run={label} /><Script run={shout} />")}<Script run={join} />`),
    ),
  ).toBe("");
});

test("a loop written with `map`", async () => {
  expect(await printed(project(LABEL, `    {Input.previous.field("orders").map((order) => <Script run={label} />)}`)))
    .toBe(`flow.tsx:11:37 - error binding-as-condition: Input.previous.field("orders") has no value while the workflow is written, so .map(…) cannot be called.

  10 |     </ChatCompletion>
> 11 |     {Input.previous.field("orders").map((order) => <Script run={label} />)}
     |                                     ^
  12 |   </Workflow>

  hint: For each item of a list, write <ForEach items={Input.previous.field("orders")}>; for anything else, call it in a program: <Script run={…} />.
  docs/diagnostics/binding-as-condition.md`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});

test("a loop written with `map` over a property", async () => {
  expect(await printed(project(LABEL, `    {Input.previous.orders.map((order) => <Script run={label} />)}`)))
    .toBe(`flow.tsx:11:28 - error binding-as-condition: Input.previous.orders has no value while the workflow is written, so .map(…) cannot be called.

  10 |     </ChatCompletion>
> 11 |     {Input.previous.orders.map((order) => <Script run={label} />)}
     |                            ^
  12 |   </Workflow>

  hint: For each item of a list, write <ForEach items={Input.previous.field("orders")}>; for anything else, call it in a program: <Script run={…} />.
  docs/diagnostics/binding-as-condition.md`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});
