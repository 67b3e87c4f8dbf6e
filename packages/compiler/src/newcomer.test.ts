import { expect, jest, test } from "@jest/globals";
import { choice, forEachOrder, IS_LARGE, LABEL, ORDER, printed, project } from "./fixtures/newcomer-project.ts";

// Twelve mistakes that somebody who is new makes, who must be able to mend each with its first message alone. So each test
// shows everything that is printed, and that what the hint says to write mends it.

// The first test that needs Rollup loads it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const PRICE = "export const price = (order: Order, currency: string): string => order.total + currency;";
const DOUBLE = `${IS_LARGE}
export const double = (order: Order): Order => ({ ...order, total: order.total * 2 });`;

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
  more: espalier explain invalid-prop`);
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
  more: espalier explain unexpected-child`);
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
  more: espalier explain loose-response-model

flow.tsx:13:9 - error optional-field: Input.item does not always have the field "note": it is optional.

  12 |       <ChatCompletion model="fast">
> 13 |         <User>
     |         ^
  14 |           Translate {Input.item.field("note")}

  hint: Make it required in the source's type (with "| null" when it may be empty), or read it in a program that says what to do without it.
  more: espalier explain optional-field`);
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
  more: espalier explain predicate-not-boolean`);
  expect(
    await printed(
      project(
        `${LABEL}\nexport const hasId = (order: Order): boolean => order.id !== "";`,
        forEachOrder(choice("hasId")),
      ),
    ),
  ).toBe("");
});

test("a parameter without a type", async () => {
  expect(await printed(project("export const label = (order) => order.id;", forEachOrder("<Script run={label} />"))))
    .toBe(`flow.tsx:4:23 - error untyped-parameter: The parameter "order" of "label" has no type.

  3 |
> 4 | export const label = (order) => order.id;
    |                       ^
  5 |

  hint: Write its type, or "unknown" for any JSON value.
  more: espalier explain untyped-parameter`);
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
  more: espalier explain unserializable-type`);
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
  more: espalier explain item-outside-loop`);
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
  more: espalier explain missing-input`);
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
    .toBe(`flow.tsx:6:10 - error not-a-program: <Script> needs a function of the top level of a file, and "price" is declared inside another function or a class, or in a file that @espalier/babel-preset did not compile.

  5 |   const price = (order: Order): string => order.total + currency;
> 6 |   return <Script run={price} />;
    |          ^
  7 | }

  in <Price> at flow.tsx:15:7
  hint: Move it to the top level, and turn what it takes from around it into parameters, given by \`inputs\`. For a function of a package, declare one that calls it.
  more: espalier explain not-a-program`);
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
  more: espalier explain empty-body`);
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
  more: espalier explain unknown-field`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
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
  more: espalier explain exit-mismatch`);
  expect(
    await printed(
      project(
        `${IS_LARGE}\n${LABEL}\nexport const cents = (order: Order): string => String(order.total * 100);`,
        forEachOrder("<If condition={isLarge} then={<Script run={label} />} otherwise={<Script run={cents} />} />"),
      ),
    ),
  ).toBe("");
});
