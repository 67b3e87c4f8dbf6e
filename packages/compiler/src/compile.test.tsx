import {
  ChatCompletion,
  createElement,
  Input,
  jsonSchema,
  Python,
  python,
  Script,
  Sequence,
  User,
  Workflow,
} from "@espalier/jsx";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { expect, jest, test } from "@jest/globals";
import { type } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import { compile } from "./compile.ts";
import type { Compiled } from "./compiled.ts";
import { shout } from "./diagnostics/fixtures/project/programs.ts";

// The first test that needs TypeScript or Rollup loads it, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const ask = <ChatCompletion model="m">{Input.messages}</ChatCompletion>;
const codes = ({ diagnostics }: Compiled): string[] => diagnostics.map(({ code, message }) => `${code}: ${message}`);

test("an element, a component's element and an array of one are compiled alike", async () => {
  const flow = <Workflow name="w">{ask}</Workflow>;
  const Flow = () => flow;
  const compiled = await Promise.all([flow, <Flow />, [flow], <>{[flow, null]}</>].map((value) => compile(value)));
  for (const one of compiled) {
    expect(one.diagnostics).toEqual([]);
    expect(one.name).toBe("w");
    expect(one.json).toBe(compiled[0]?.json);
  }
  expect(compiled[0]?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test.each<[string, unknown, string]>([
  ["nothing", null, "A workflow is needed here, and this is nothing."],
  ["a node", ask, "A workflow is needed here, and this is <ChatCompletion>."],
  ["text", "w", 'A workflow is needed here, and this is the text "w".'],
  ["a number", 3, "A workflow is needed here, and this is the number 3."],
  ["an object", {}, "A workflow is needed here, and this is an object."],
  [
    "two",
    [<Workflow name="a">{ask}</Workflow>, <Workflow name="b">{ask}</Workflow>],
    'One workflow is needed here, and these are 2: "a" and "b".',
  ],
])("%s is not a workflow", async (_, value, message) => {
  const compiled = await compile(value);
  expect(codes(compiled)).toEqual([`not-a-workflow: ${message}`]);
  expect(compiled).toMatchObject({ name: "", bundle: undefined, json: undefined, digest: undefined, map: undefined });
});

test("a recursive model of a library that counts its types gives the same bytes each time", async () => {
  const tree = () => type.module({ node: { kids: "node[]" } }).node;
  const digests = [tree(), tree()].map(async (model) => {
    const flow = (
      <Workflow name="w">
        <ChatCompletion model="m" responseModel={model}>
          {Input.messages}
        </ChatCompletion>
      </Workflow>
    );
    return (await compile(flow)).digest;
  });
  const [first, second] = await Promise.all(digests);
  expect(first).toMatch(/^sha256:/);
  expect(second).toBe(first);
});

test("one element used twice is two nodes", async () => {
  const { bundle } = await compile(
    <Workflow name="w">
      {ask}
      {ask}
    </Workflow>,
  );
  expect(bundle?.nodes.map((node) => node.id)).toEqual(["node_1", "node_2"]);
});

test("a tagged function of another module is resolved and bundled", async () => {
  const { diagnostics, bundle } = await compile(
    <Workflow name="w">
      {ask}
      <Script run={shout} />
    </Workflow>,
  );
  expect(diagnostics).toEqual([]);
  expect(bundle?.nodes[1]).toMatchObject({
    type: "javascript",
    program: {
      parameters: [{ name: "word", schema: { type: "string" }, required: true }],
      returns: { type: "string" },
    },
    inputs: { word: { source: "previous" } },
  });
});

test("elements that another JSX compiler made have no places, and their functions no tags", async () => {
  const { untagged } = { untagged: () => 1 };
  const step = createElement(Script as never, { run: untagged });
  const compiled = await compile(createElement(Workflow as never, { name: "w", children: step }));
  expect(compiled.diagnostics).toMatchObject([
    {
      code: "not-a-program",
      location: undefined,
      hint: "Move it to the top level, and turn what it takes from around it into parameters, given by `inputs`. For a function of a package, declare one that calls it.",
    },
  ]);
});

test("a Python file that is not there is a diagnostic at its import", async () => {
  const place = { file: "/project/flow.tsx", line: 2, column: 10 };
  const compiled = await compile(
    <Workflow name="w">
      <Python run={python("/project/nowhere.py", "f", place)} />
    </Workflow>,
  );
  expect(codes(compiled)).toEqual(['not-a-program: The Python file "nowhere.py" cannot be read.']);
  expect(compiled.diagnostics[0]?.location).toEqual(place);
});

test("diagnostics inside components carry the way to them", async () => {
  const Inner = () => <Sequence>{null}</Sequence>;
  const Outer = () => <Inner />;
  const { diagnostics } = await compile(
    <Workflow name="w">
      <Outer />
    </Workflow>,
  );
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.componentStack.map((entry) => entry.component)).toEqual(["Outer", "Inner"]);
});

test("one mistake used twice is told once, and hides nothing that does not depend on it", async () => {
  const broken = createElement(Script as never, { run: (value: number) => value });
  const compiled = await compile(
    <Workflow name="w">
      {ask}
      {broken}
      <ChatCompletion model="m">
        <User>{Input.previous.field("a")}</User>
      </ChatCompletion>
      <Script run={shout} inputs={{ word: Input.previous.field("b") }} />
    </Workflow>,
  );
  expect(codes(compiled)).toEqual([
    "not-a-program: <Script> needs a function of the top level of a file, and this one is written inside the workflow.",
    'not-an-object: Input.previous has no field "b": its source is a string.',
  ]);
});

const plain = {
  type: "object",
  properties: { total: { type: "number" }, tags: { type: "array", items: { type: "string" } } },
  required: expect.arrayContaining(["total", "tags"]),
};

test.each([
  ["zod", z.object({ total: z.number(), tags: z.array(z.string()) })],
  ["arktype", type({ total: "number", tags: "string[]" })],
  ["valibot", toStandardJsonSchema(v.object({ total: v.number(), tags: v.array(v.string()) }))],
])("a response model of %s becomes a plain schema", async (_, model) => {
  const { diagnostics, bundle } = await compile(
    <Workflow name="w">
      <ChatCompletion model="m" responseModel={model as never}>
        {Input.messages}
      </ChatCompletion>
    </Workflow>,
  );
  expect(diagnostics).toEqual([]);
  expect(bundle?.nodes[0]).toMatchObject({ response_schema: plain, output_schema: plain });
  expect(bundle?.nodes[0]).not.toHaveProperty(["response_schema", "$schema"]);
});

test("a recursive response model refers to a definition of its own", async () => {
  const Tree = z.object({
    value: z.string(),
    get children() {
      return z.array(Tree);
    },
  });
  const { diagnostics, bundle } = await compile(
    <Workflow name="w">
      <ChatCompletion model="m" responseModel={Tree as never}>
        {Input.messages}
      </ChatCompletion>
    </Workflow>,
  );
  expect(diagnostics).toEqual([]);
  expect(JSON.stringify(bundle)).not.toContain('"$ref":"#"');
});

const throwing = {
  get word(): never {
    throw new Error("boom");
  },
};

test("props that throw when they are read are a diagnostic", async () => {
  const compiled = await compile(
    <Workflow name="w">
      {ask}
      <Script run={shout} inputs={throwing} />
    </Workflow>,
  );
  expect(codes(compiled)).toEqual(["component-failed: Reading the props of the workflow threw: boom"]);
  const model = await compile(
    <Workflow name="w">
      <ChatCompletion model="m" responseModel={jsonSchema(throwing)}>
        {Input.messages}
      </ChatCompletion>
    </Workflow>,
  );
  expect(codes(model)).toEqual([
    'invalid-prop: The prop "responseModel" of <ChatCompletion> is no self-contained JSON Schema. Reading it threw: boom',
  ]);
});
