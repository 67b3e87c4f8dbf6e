import {
  ChatCompletion,
  ForEach,
  If,
  Input,
  Parallel,
  Python,
  Script,
  System,
  User,
  Workflow,
  schema,
} from "@espalier/jsx";
import { clean_total } from "./money.py";
import { approve, needsReview, toLedger, type Extraction, type Verdict } from "./rules.ts";

/** Two or three sentences for a person, from the list of verdicts. */
function Summary() {
  return (
    <ChatCompletion model="fast" temperature={0}>
      <System>You write to the head of accounts payable.</System>
      <User>Sum up these verdicts in two sentences: {Input.previous}</User>
    </ChatCompletion>
  );
}

export default (
  <Workflow name="invoice-triage" deadlineSeconds={120}>
    <ChatCompletion model="fast" responseModel={schema<Extraction>()} timeoutSeconds={30} retry={{ maxAttempts: 3 }}>
      <System>Extract every invoice in the conversation.</System>
      {Input.messages}
    </ChatCompletion>
    <ForEach items={Input.previous.field("invoices")} maxItems={50} maxConcurrency={8}>
      <Python run={clean_total} />
      <If
        condition={needsReview}
        then={
          <ChatCompletion model="careful" responseModel={schema<Verdict>()}>
            <User>Review {Input.previous}</User>
          </ChatCompletion>
        }
        otherwise={<Script run={approve} />}
      />
    </ForEach>
    <Parallel branches={{ ledger: <Script run={toLedger} />, summary: <Summary /> }} maxConcurrency={2} />
  </Workflow>
);
