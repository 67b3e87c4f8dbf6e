"""What a program prints."""

from typing import List


class Log:
    """A text stream that keeps the first characters and drops the rest."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, limit: int) -> None:
        self._room = limit
        self._parts: List[str] = []

    def write(self, text: str) -> int:
        if self._room > 0:
            # Also for a subclass of str with a slicing of its own.
            kept = str.__getitem__(text, slice(self._room))
            self._parts.append(kept)
            self._room -= len(kept)
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def text(self) -> str:
        return "".join(self._parts)
