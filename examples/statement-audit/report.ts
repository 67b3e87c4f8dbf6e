import type { Integer } from "@espalier/jsx";

interface Row {
  line: Integer;
  date: string;
  description: string;
  amount: Integer | null;
  balance: Integer | null;
  currency: string;
  previous_balance: Integer | null;
  repeats_line: Integer | null;
}

interface CheckedRow {
  row: Row;
  findings: string[];
}

interface AuditedRow {
  line: Integer;
  description: string;
  amount: Integer;
  status: "ok" | "query";
  note: string | null;
}

/** Whether a line has findings. */
export function isOdd(checked: CheckedRow): boolean {
  return checked.findings.length > 0;
}

/** An odd line, with its findings in one sentence. A repeated line does not count a second time. */
export function investigate({ row, findings }: CheckedRow): AuditedRow {
  return {
    line: row.line,
    description: row.description,
    amount: row.repeats_line === null ? (row.amount ?? 0) : 0,
    status: "query",
    note: `Line ${row.line} (${row.description}) ${findings.join("; ")}.`,
  };
}

function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)} EUR`;
}

/** What a person reads. */
export function report(rows: AuditedRow[]): string {
  const odd = rows.filter((row) => row.status === "query");
  const sum = rows.reduce((total, row) => total + row.amount, 0);
  return [
    `${rows.length} lines, ${odd.length} to query, ${euros(sum)} net.`,
    ...odd.map((row) => `- ${row.note ?? ""}`),
  ].join("\n");
}
