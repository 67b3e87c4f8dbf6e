export interface Invoice {
  vendor: string;
  /** The amount to pay, taxes included. */
  total: number;
  /** ISO 4217, such as EUR. */
  currency: string;
}

export interface Extraction {
  invoices: Invoice[];
}

export interface Verdict {
  vendor: string;
  total: number;
  decision: "pay" | "hold";
  /** Why, in one sentence. */
  reason: string;
}

export interface Ledger {
  pay: Verdict[];
  hold: Verdict[];
  payTotal: number;
}

export function needsReview(invoice: Invoice): boolean {
  return invoice.total > 1000 || invoice.currency !== "EUR";
}

export function approve(invoice: Invoice): Verdict {
  return { vendor: invoice.vendor, total: invoice.total, decision: "pay", reason: "Small and in euros." };
}

export function toLedger(verdicts: Verdict[]): Ledger {
  const pay = verdicts.filter((verdict) => verdict.decision === "pay");
  const hold = verdicts.filter((verdict) => verdict.decision === "hold");
  const payTotal = pay.reduce((sum, verdict) => sum + verdict.total, 0);
  return { pay, hold, payTotal: Math.round(payTotal * 100) / 100 };
}
