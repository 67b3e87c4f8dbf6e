from dataclasses import dataclass
from typing import Literal


@dataclass
class Change:
    area: Literal["api", "cli", "docs"]
    text: str
    breaking: bool


@dataclass
class Notes:
    title: str
    changes: list[Change]


def to_markdown(notes: Notes) -> str:
    """Breaking changes first, then by area."""
    ordered = sorted(notes.changes, key=lambda change: (not change.breaking, change.area))
    lines = [f"- {'**Breaking** ' if change.breaking else ''}{change.area}: {change.text}" for change in ordered]
    return "\n".join([f"## {notes.title}", "", *lines])
