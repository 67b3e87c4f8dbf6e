import { ChatCompletion, System, type PromptParts } from "@espalier/jsx";

/** The sentences that open every prompt of the house. */
export function HouseStyle({ audience = "customers" }: { readonly audience?: "customers" | "colleagues" }) {
  return (
    <System>
      You write for Nordlicht Logistik, to {audience}. Be brief, friendly and exact.
      {audience === "customers" && " Never promise a date."}
    </System>
  );
}

/** A model call in the house's style. */
export function Write({ children, name }: { readonly children: PromptParts; readonly name?: string }) {
  return (
    <ChatCompletion model="careful" temperature={0.3} name={name}>
      <HouseStyle />
      {children}
    </ChatCompletion>
  );
}
