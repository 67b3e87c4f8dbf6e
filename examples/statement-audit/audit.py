"""Reads a bank statement and checks its lines. Amounts are whole cents."""

import csv
import datetime
import re
from decimal import Decimal
from typing import Literal, Optional, TypedDict


class ChatMessage(TypedDict):
    role: str
    content: str


class Row(TypedDict):
    line: int
    date: str
    description: str
    amount: Optional[int]
    balance: Optional[int]
    currency: str
    # What a single line cannot know by itself: a loop's body sees its own item only.
    previous_balance: Optional[int]
    repeats_line: Optional[int]


class Statement(TypedDict):
    rows: list[Row]


class CheckedRow(TypedDict):
    row: Row
    findings: list[str]


class AuditedRow(TypedDict):
    line: int
    description: str
    amount: int
    status: Literal["ok", "query"]
    note: Optional[str]


class Totals(TypedDict):
    lines: int
    queries: int
    money_in: int
    money_out: int


LARGE = 300_000
AMOUNT = re.compile(r"^(?P<open>\()?(?P<sign>-)?(?P<digits>[0-9][0-9,]*\.[0-9]{2})\)?$")


def cents(text: str) -> Optional[int]:
    match = AMOUNT.match(text.strip())
    if match is None:
        return None
    value = int(Decimal(match["digits"].replace(",", "")) * 100)
    return -value if match["open"] or match["sign"] else value


def parse(messages: list[ChatMessage]) -> Statement:
    """The rows of the CSV in the last user message."""
    texts = [message["content"] for message in messages if message["role"] == "user"]
    if not texts:
        raise ValueError("no user message: send the statement as CSV text")
    lines = texts[-1].strip().splitlines()
    header, *records = csv.reader(lines)
    if [name.strip().lower() for name in header] != ["date", "description", "amount", "balance", "currency"]:
        raise ValueError("the first line must be: Date,Description,Amount,Balance,Currency")

    rows: list[Row] = []
    seen: dict[tuple, int] = {}
    balance: Optional[int] = None
    for number, record in enumerate(records, start=2):
        if len(record) != 5:
            raise ValueError(f"line {number} has {len(record)} fields instead of 5")
        date, description, amount, after, currency = (field.strip() for field in record)
        key = (date, description, amount, after)
        rows.append(
            {
                "line": number,
                "date": date,
                "description": description,
                "amount": cents(amount),
                "balance": cents(after),
                "currency": currency,
                "previous_balance": balance,
                "repeats_line": seen.get(key),
            }
        )
        seen.setdefault(key, number)
        balance = cents(after)
    return {"rows": rows}


def check(row: Row) -> CheckedRow:
    """Everything that is odd about one line."""
    findings: list[str] = []
    try:
        datetime.date.fromisoformat(row["date"])
    except ValueError:
        findings.append(f"the date {row['date']} does not exist")
    if row["repeats_line"] is not None:
        findings.append(f"repeats line {row['repeats_line']}")
    if row["currency"] != "EUR":
        findings.append(f"is in {row['currency']}")
    amount, balance, before = row["amount"], row["balance"], row["previous_balance"]
    if amount is None:
        findings.append("the amount is unreadable")
    elif abs(amount) > LARGE and amount < 0:
        findings.append("is unusually large")
    if row["repeats_line"] is None and amount is not None and balance is not None and before is not None:
        if before + amount != balance:
            findings.append(f"the balance is off by {balance - before - amount} cents")
    return {"row": row, "findings": findings}


def accept(checked: CheckedRow) -> AuditedRow:
    row = checked["row"]
    return {
        "line": row["line"],
        "description": row["description"],
        "amount": row["amount"] or 0,
        "status": "ok",
        "note": None,
    }


def totals(rows: list[AuditedRow]) -> Totals:
    amounts = [row["amount"] for row in rows]
    return {
        "lines": len(rows),
        "queries": sum(row["status"] == "query" for row in rows),
        "money_in": sum(amount for amount in amounts if amount > 0),
        "money_out": -sum(amount for amount in amounts if amount < 0),
    }
