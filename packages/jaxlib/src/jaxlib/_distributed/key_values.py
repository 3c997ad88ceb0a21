"""The key-value store shared by the processes of a job; it lives in the service, in the thread of its loop."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib._distributed.status import StatusError

#: The range of a counter.
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


def normalized(key: str) -> str:
    """A key without leading and trailing slashes, and with single slashes in between."""
    return "/".join(part for part in key.split("/") if part)


class KeyValueStore:
    """Values by key, with slashes as directory separators; also manages requests that wait for a key."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}
        self._waiting: dict[str, list[Callable[[bytes], None]]] = {}

    def put(self, key: str, value: bytes, overwrite: bool) -> None:
        """Set a key.

        Raises:
            StatusError: The key has a value already, and ``overwrite`` is false.
        """
        key = normalized(key)
        if not overwrite and key in self._values:
            raise StatusError("ALREADY_EXISTS", f"key {key} already exists.")
        self._set(key, value)

    def get(self, key: str) -> bytes | None:
        """The value of a key, or None."""
        return self._values.get(normalized(key))

    def when_there(self, key: str, done: Callable[[bytes], None]) -> Callable[[], None]:
        """Call ``done`` with the key's value as soon as it is set; returns a function that cancels this."""
        key = normalized(key)
        if key in self._values:
            done(self._values[key])
            return lambda: None
        self._waiting.setdefault(key, []).append(done)

        def forget() -> None:
            waiting = self._waiting.get(key, [])
            if done in waiting:
                waiting.remove(done)
            if not waiting:
                self._waiting.pop(key, None)

        return forget

    def increment(self, key: str, by: int) -> bytes:
        """Add to a counter, stored as decimal text and starting at 0; returns its new text.

        Raises:
            StatusError: The key's value is not an integer, or the sum exceeds 64 bits.
        """
        key = normalized(key)
        text = self._values.get(key, b"0")
        try:
            value = int(text.decode("ascii")) + by
        except ValueError:
            value = _MOST + 1
        if not _LEAST <= value <= _MOST:
            shown = text.decode(errors="replace")
            raise StatusError("FAILED_PRECONDITION", f'Failed to parse value "{shown}" as an integer.')
        self._set(key, str(value).encode())
        return self._values[key]

    def directory(self, key: str) -> list[tuple[str, bytes]]:
        """The keys below a directory, sorted, with their values."""
        prefix = normalized(key) + "/"
        return sorted(item for item in self._values.items() if item[0].startswith(prefix))

    def delete(self, key: str) -> None:
        """Delete a key and everything below it, if they exist."""
        key = normalized(key)
        prefix = key + "/"
        self._values = {
            name: value for name, value in self._values.items() if name != key and not name.startswith(prefix)
        }

    def _set(self, key: str, value: bytes) -> None:
        self._values[key] = value
        for done in self._waiting.pop(key, []):
            done(value)
