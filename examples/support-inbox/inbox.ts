import type { Integer } from "@espalier/jsx";

export type Team = "billing" | "delivery" | "other";

export interface Message {
  id: string;
  text: string;
}

export interface Conversation {
  customer: string;
  messages: Message[];
}

export interface Conversations {
  conversations: Conversation[];
}

export interface Label {
  team: Team;
  urgent: boolean;
}

export interface Ticket {
  customer: string;
  team: Team;
  urgent: boolean;
  lastMessage: string;
}

export interface Routed extends Ticket {
  reply: string | null;
}

export interface Queue {
  team: Team;
  waiting: Integer;
  customers: string[];
}

/** One ticket of all messages of a customer: urgent if one is, for the team that most of them name. */
export function toTicket(conversation: Conversation, labels: Label[]): Ticket {
  const counts = new Map<Team, number>();
  for (const label of labels) counts.set(label.team, (counts.get(label.team) ?? 0) + 1);
  const [team] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["other" as const];
  return {
    customer: conversation.customer,
    team,
    urgent: labels.some((label) => label.urgent),
    lastMessage: conversation.messages.at(-1)?.text ?? "",
  };
}

export function isUrgent(ticket: Ticket): boolean {
  return ticket.urgent;
}

/** A colleague calls back: no letter is written. */
export function callBack(ticket: Ticket): Routed {
  return { ...ticket, reply: null };
}

export function pass(ticket: Ticket): Ticket {
  return ticket;
}

export function merge({ ticket, reply }: { ticket: Ticket; reply: string }): Routed {
  return { ...ticket, reply: reply.trim() };
}

/** What one team finds in the morning, urgent customers first. */
export function queue(tickets: Routed[], team: Team): Queue {
  const mine = tickets.filter((ticket) => ticket.team === team);
  mine.sort((a, b) => Number(b.urgent) - Number(a.urgent));
  return { team, waiting: mine.length as Integer, customers: mine.map((ticket) => ticket.customer) };
}
