"""The HLO of a session's programs, as xla.HloProto, for graph and memory viewers."""

from __future__ import annotations

from jaxlib import _proto


def _first(message: bytes, tag: int) -> bytes:
    return next((_proto.content(value) for key, value in _proto.fields(message) if key == tag), b"")


def _buffer_assignment(serialized: bytes) -> bytes:
    """The buffer assignment in a CPU executable (xla.cpu.CompilationResultProto); empty if it has none."""
    try:
        result = _first(serialized, 1)  # in xla.ExecutableAndOptionsProto
        return _first(result, 2) if result else b""
    except ValueError:
        return b""


def hlo_proto(
    number: int, name: str, form: str, optimized: bytes, serialized: bytes
) -> tuple[int, str, bytes] | None:
    """A program's number, name and xla.HloProto; None if its plugin provides no HLO.

    Args:
        number: The number of the program in this process.
        name: The name of its module.
        form: The format of ``optimized``, as named by PJRT.
        optimized: The optimized program.
        serialized: The whole executable of a CPU, which contains the buffer assignment; empty for other platforms.
    """
    try:
        if form == "hlo_with_config":
            optimized = _first(optimized, 1)
        elif form != "hlo":
            return None
    except ValueError:
        return None
    if not optimized:
        return None
    buffers = _buffer_assignment(serialized)
    return number, name, _proto.length(1, optimized) + (_proto.length(3, buffers) if buffers else b"")
