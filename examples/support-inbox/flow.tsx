import { HouseStyle } from "@espalier-examples/house-style";
import { Branch, ChatCompletion, ForEach, Input, Parallel, Script, User, Workflow, schema } from "@espalier/jsx";
import { Classify } from "./components/classify.tsx";
import { Route } from "./components/route.tsx";
import { toTicket, queue, type Conversations } from "./inbox.ts";

const TEAMS = ["billing", "delivery", "other"] as const;

/** Sorts a support inbox: one loop over customers, one over each customer's messages. */
export default (
  <Workflow name="support-inbox" deadlineSeconds={300} retry={{ maxAttempts: 2 }}>
    <ChatCompletion model="fast" responseModel={schema<Conversations>()}>
      <HouseStyle audience="colleagues" />
      {Input.messages}
      <User>List every customer above, with all that they wrote.</User>
    </ChatCompletion>
    <ForEach items={Input.previous.field("conversations")} maxItems={20} maxConcurrency={4} name="customers">
      <ForEach items={Input.item.field("messages")} maxItems={10} name="messages">
        <Classify />
      </ForEach>
      <Script run={toTicket} inputs={{ conversation: Input.item, labels: Input.previous }} />
      <Route />
    </ForEach>
    <Parallel maxConcurrency={3}>
      {TEAMS.map((team) => (
        <Branch name={team} key={team}>
          <Script run={queue} inputs={{ tickets: Input.previous, team }} />
        </Branch>
      ))}
    </Parallel>
  </Workflow>
);
