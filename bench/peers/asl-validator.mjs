import validate from "asl-validator";

/** Five states a block: a task, and a map over a choice of two tasks. */
export function run(blocks) {
  const states = {};
  for (let block = 0; block < blocks; block++) {
    states[`Extract${block}`] = { ...task("extract"), Next: `Decide${block}` };
    states[`Decide${block}`] = {
      Type: "Map",
      ItemsPath: "$.orders",
      MaxConcurrency: 8,
      ItemProcessor: { StartAt: `Size${block}`, States: choice(block) },
      ...(block + 1 < blocks ? { Next: `Extract${block + 1}` } : { End: true }),
    };
  }
  const { isValid, errorsText } = validate({ StartAt: "Extract0", States: states });
  if (!isValid) throw new Error(errorsText());
}

function choice(block) {
  return {
    [`Size${block}`]: {
      Type: "Choice",
      Choices: [{ Variable: "$.total", NumericGreaterThan: 1000, Next: `Refuse${block}` }],
      Default: `Accept${block}`,
    },
    [`Refuse${block}`]: { ...task("refuse"), End: true },
    [`Accept${block}`]: { ...task("accept"), End: true },
  };
}

function task(name) {
  return { Type: "Task", Resource: `arn:aws:lambda:us-east-1:123456789012:function:${name}` };
}
