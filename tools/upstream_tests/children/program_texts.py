"""The text of a compiled program with its kernels as text, by which the programs of two jaxlibs are compared.

The two write the same kernel as different bytes, of which XLA and jax compute hashes that are in the text, too.
"""

from __future__ import annotations

import json
import re
from typing import Any

#: Attributes of custom calls on GPUs that hold a kernel, as MLIR prints them, and the kind of the kernel.
_KINDS = {"ir": "triton", "module": "mosaic_gpu"}
_ATTRIBUTE = re.compile(r'\b(ir|module) = "((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\(\\|[0-9A-Fa-f]{2})")
_HASHES = re.compile(r'\b(kernel_hash = |fingerprint_before_lhs=)"(?:[^"\\]|\\.)*"')
#: Where a custom call's configuration begins if it is JSON.
_CONFIGURATION = re.compile(r'backend_config=(?={")')
_CALLS = re.compile(
    r'custom_call_target="(?:tpu_custom_call|mosaic_gpu\w*|__gpu\$xla\.gpu\.triton|triton_kernel_call\w*)"'
)


def kernels(text: str) -> int:
    """How many custom calls of a program are kernels."""
    return len(_CALLS.findall(text))


def readable(text: str, reader: Any, *, places: bool = True) -> str:
    """The text with each kernel as text, read by a `Reader` of ``kernel_reader``.

    ``places``: with the locations of source that are stored beside kernels for TPUs.
    """
    parts, end = [], 0
    for match in _CONFIGURATION.finditer(text):
        value, length = json.JSONDecoder().raw_decode(text[match.end() :])
        if "body" in value.get("custom_call_config", ()):
            if not places:
                value["custom_call_config"].pop("debug_locations", None)
            kernel = reader.text("tpu_custom_call", json.dumps(value).encode())
            parts += [text[end : match.end()], f"\n{kernel}\n"]
            end = match.end() + length
    text = _HASHES.sub(r"\1", "".join(parts) + text[end:])
    return _ATTRIBUTE.sub(lambda match: f"{reader.text(_KINDS[match[1]], _unescaped(match[2]))}\n", text)


def _unescaped(text: str) -> bytes:
    def byte(match: re.Match[bytes]) -> bytes:
        return b"\\" if match[1] == b"\\" else bytes([int(match[1], 16)])

    return _ESCAPE.sub(byte, text.encode())
