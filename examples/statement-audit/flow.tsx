import { ForEach, If, Input, Parallel, Python, Script, Workflow } from "@espalier/jsx";
import { accept, check, parse, totals } from "./audit.py";
import { investigate, isOdd, report } from "./report.ts";

/** Audits a bank statement that arrives as CSV text in the user's message. No model is called. */
export default (
  <Workflow name="statement-audit" description="Checks every line of a bank statement" deadlineSeconds={120}>
    <Python run={parse} inputs={{ messages: Input.messages }} name="parse" />
    <ForEach items={Input.previous.field("rows")} maxItems={1000} maxConcurrency={8} name="lines">
      <Python run={check} />
      <If
        condition={isOdd}
        then={<Script run={investigate} name="investigate" />}
        otherwise={<Python run={accept} name="accept" />}
      />
    </ForEach>
    <Parallel
      branches={{
        totals: <Python run={totals} />,
        report: <Script run={report} />,
      }}
      maxConcurrency={2}
    />
  </Workflow>
);
