from typing import TypedDict


class Invoice(TypedDict):
    vendor: str
    total: float
    currency: str


def clean_total(invoice: Invoice, digits: int = 2) -> Invoice:
    """Rounds the total and tidies the names, as the ledger wants them."""
    return {
        "vendor": " ".join(invoice["vendor"].split()),
        "total": round(invoice["total"], digits),
        "currency": invoice["currency"].strip().upper(),
    }
