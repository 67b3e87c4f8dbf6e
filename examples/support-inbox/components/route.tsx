import { Write } from "@espalier-examples/house-style";
import { If, Input, Parallel, Script, User } from "@espalier/jsx";
import { callBack, isUrgent, merge, pass } from "../inbox.ts";

/** A letter beside the ticket that it answers: data survives a model call only in a branch of its own. */
function Answer() {
  return (
    <>
      <Parallel
        branches={{
          ticket: <Script run={pass} />,
          reply: (
            <Write name="reply">
              <User>
                Answer {Input.previous.field("customer")}, who wrote: {Input.previous.field("lastMessage")}
              </User>
            </Write>
          ),
        }}
      />
      <Script run={merge} />
    </>
  );
}

/** Urgent customers are called; the others get a letter. */
export function Route() {
  return <If condition={isUrgent} then={<Script run={callBack} />} otherwise={<Answer />} />;
}
