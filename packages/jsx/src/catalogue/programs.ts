import type { ChatMessage, Integer } from "@espalier/jsx";

export interface Invoice {
  vendor: string;
  total: number;
  note?: string;
}

export function approve(invoice: Invoice): Invoice {
  return invoice;
}
export const arrow = (invoice: Invoice): Invoice => invoice;
export function convert(invoice: Invoice, rate: number, digits: Integer = 2 as Integer): Invoice {
  return { ...invoice, total: Number((invoice.total * rate).toFixed(digits)) };
}
export function one(invoice: Invoice, digits = 2): Invoice {
  return { ...invoice, total: Number(invoice.total.toFixed(digits)) };
}
export function policy(): { limit: number } {
  return { limit: 1000 };
}
export function needsReview(invoice: Invoice): boolean {
  return invoice.total > 1000;
}
export function isNoted(invoice: Invoice): invoice is Invoice & { note: string } {
  return invoice.note !== undefined;
}
export function twoArgs(invoice: Invoice, limit: number): boolean {
  return invoice.total > limit;
}
export function toText(invoice: Invoice): string {
  return invoice.vendor;
}
export function asked(messages: ChatMessage[], invoice: Invoice): string {
  return `${messages.length}${invoice.vendor}`;
}
export async function later(invoice: Invoice): Promise<boolean> {
  return invoice.total > 0;
}
export function truthy(invoice: Invoice): string | undefined {
  return invoice.note;
}
export function destructured({ vendor, total }: Invoice): string {
  return `${vendor}${total}`;
}
export function mode(m: "fast" | "slow", n: number): string {
  return `${m}${n}`;
}
export function join(words: string[], by: string): string {
  return words.join(by);
}
export function anything(value: unknown, other: { [key: string]: unknown }): unknown {
  return [value, other];
}
