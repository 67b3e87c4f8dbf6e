import { ChatCompletion, Input, User, schema } from "@espalier/jsx";
import type { Label } from "../inbox.ts";

/** Which team one message is for, and whether it can wait. Stands in a loop over messages. */
export function Classify() {
  return (
    <ChatCompletion model="fast" responseModel={schema<Label>()} temperature={0} timeoutSeconds={20}>
      <User>Which team is this for, and is it urgent? {Input.item.field("text")}</User>
    </ChatCompletion>
  );
}
