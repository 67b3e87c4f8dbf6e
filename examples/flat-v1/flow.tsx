import { ChatCompletion, Input, Python, System, Workflow, schema, text } from "@espalier/jsx";
import { to_markdown } from "./notes.py";

interface Notes {
  title: string;
  /** One line each, newest first. */
  changes: { area: "api" | "cli" | "docs"; text: string; breaking: boolean }[];
}

/** Release notes from commit messages: a flat list of nodes, so its bundle is contract version 1. */
export default (
  <Workflow name="flat-v1" deadlineSeconds={60}>
    <ChatCompletion
      model="fast"
      responseModel={schema<Notes>()}
      temperature={0.2}
      maxTokens={2000}
      retry={{ maxAttempts: 2 }}
    >
      <System>
        {text`
          You turn commit messages into release notes.
          Leave out what users cannot notice.
        `}
      </System>
      {Input.messages}
    </ChatCompletion>
    <Python run={to_markdown} timeoutSeconds={5} />
  </Workflow>
);
