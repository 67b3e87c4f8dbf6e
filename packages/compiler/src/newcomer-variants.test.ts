import { expect, jest, test } from "@jest/globals";
import { choice, forEachOrder, IS_LARGE, LABEL, printed, project } from "./fixtures/newcomer-project.ts";

// As newcomer.test.ts: other forms in which the same mistakes come.

// The first test that needs Rollup loads it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const SAME = "export const same = (order: Order): Order => order;";
const TEXTS = `${LABEL}
export const shout = (text: string): string => text.toUpperCase();
export const join = (texts: string[]): string => texts.join();`;
const STRICT_ORDER = `{
            type: "object",
            required: ["id", "total"],
            properties: { id: { type: "string", minLength: 1 }, total: { type: "integer" } },
          }`;

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
  more: espalier explain untyped-return`);
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

  hint: There are "id" and "total". A condition gets the incoming value: first in a loop, that is the item; elsewhere, the result of the node before. Give its parameter that type, or put a program before <If> that converts the value.
  more: espalier explain shape-mismatch`);
  expect(await printed(project(`${LABEL}\n${IS_LARGE}`, forEachOrder(choice("isLarge"))))).toBe("");
});

test("a function written in the workflow", async () => {
  expect(await printed(project("", forEachOrder("<Script run={(order: Order) => order.id} />"))))
    .toBe(`flow.tsx:12:7 - error not-a-program: <Script> needs a function of the top level of a file, and this one is written inside the workflow.

  11 |     <ForEach items={Input.previous.field("orders")}>
> 12 |       <Script run={(order: Order) => order.id} />
     |       ^
  13 |     </ForEach>

  hint: Give it a name at the top level, with the types of its parameter and result: function f(value: Value): Result { … }. What it takes from around it becomes a parameter, given by \`inputs\`.
  more: espalier explain not-a-program`);
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
  more: espalier explain unknown-field`);
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
  more: espalier explain exit-mismatch`);
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
    .toBe(`flow.tsx:13:5 - error unexpected-child: The body of <ForEach> is nodes, and here is a function: nothing would call it.

  12 |     </ChatCompletion>
> 13 |     <ForEach items={Input.previous.field("orders")}>
     |     ^
  14 |       {(order) => <Script run={label} />}

  hint: Write the nodes themselves: they run once for each item. The first gets it as Input.previous, and all of them read it as Input.item, in prompts and \`inputs\`.
  more: espalier explain unexpected-child`);
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
  more: espalier explain binding-as-condition`);
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
  more: espalier explain binding-as-condition`);
  expect(await printed(project(LABEL, forEachOrder("<Script run={label} />")))).toBe("");
});
