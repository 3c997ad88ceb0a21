"""JaxRuntimeError, the error that runtimes raise."""

from __future__ import annotations


class JaxRuntimeError(RuntimeError):
    """An error that a runtime returned."""

    def __init__(self, msg: str | None = None, code: int | None = None) -> None:
        super().__init__(*([] if msg is None else [msg]))
        self._message = msg or ""
        self._code = code

    @property
    def error_code(self) -> int:
        """The number of the status code; 2 (UNKNOWN) if the message has none."""
        return 2 if self._code is None else self._code

    @property
    def error_code_string(self) -> str:
        """The name of the status code, such as INVALID_ARGUMENT."""
        head, colon, _ = self._message.partition(": ")
        return head if colon and head.isupper() else "UNKNOWN"

    @property
    def error_message(self) -> str:
        """The message without the code."""
        head, colon, rest = self._message.partition(": ")
        return rest if colon and head.isupper() else self._message


JaxRuntimeError.__module__ = "jax.errors"
