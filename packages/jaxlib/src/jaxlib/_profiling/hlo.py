"""The HLO of the programs that a session has run, as viewers of graphs and of memory want it: xla.HloProto."""

from __future__ import annotations

from jaxlib import _proto


def _first(message: bytes, tag: int) -> bytes:
    return next((_proto.content(value) for key, value in _proto.fields(message) if key == tag), b"")


def _buffer_assignment(serialized: bytes) -> bytes:
    """Of an xla.cpu.CompilationResultProto, in what the CPU's plugin serializes; empty where it is not there."""
    try:
        result = _first(serialized, 1)  # of xla.ExecutableAndOptionsProto
        return _first(result, 2) if result else b""
    except ValueError:
        return b""


def hlo_proto(
    number: int, name: str, form: str, optimized: bytes, serialized: bytes
) -> tuple[int, str, bytes] | None:
    """A program's number, name and xla.HloProto; None where its plugin gives no HLO.

    Args:
        number: of the program in this process.
        name: its module's.
        form: that of ``optimized``, as PJRT names it.
        optimized: the program that the compiler made.
        serialized: the whole executable of a CPU, which has its buffers' assignment; empty for others.
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
