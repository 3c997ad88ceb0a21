"""The error that jax's users see of a runtime."""

from __future__ import annotations


class JaxRuntimeError(RuntimeError):
    """What a runtime answered instead of doing what it was asked."""

    def __init__(self, msg: str | None = None, code: int | None = None) -> None:
        super().__init__(*([] if msg is None else [msg]))
        self._message = msg or ""
        self._code = code

    @property
    def error_code(self) -> int:
        """The status code's number; 2, unknown, where none was given."""
        return 2 if self._code is None else self._code

    @property
    def error_code_string(self) -> str:
        """The status code's name, such as INVALID_ARGUMENT."""
        head, colon, _ = self._message.partition(": ")
        return head if colon and head.isupper() else "UNKNOWN"

    @property
    def error_message(self) -> str:
        """The message without the code."""
        head, colon, rest = self._message.partition(": ")
        return rest if colon and head.isupper() else self._message


JaxRuntimeError.__module__ = "jax.errors"
