"""What a compiled program is compared by: digests of its text and of the compiler's analyses of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tools.upstream_tests.children.kernel_reader import Reader
from tools.upstream_tests.children.program_texts import kernels, readable


def digests(compiled: Any) -> dict[str, str]:
    """The SHA-256 of a compiled program's text, of its cost analysis and of its memory analysis.

    Kernels are digested as text, because each jaxlib writes the same kernel as other bytes; without the places
    in source that are stored beside them, which are printed in the order of their numbers.
    """
    text = compiled.as_text()
    if kernels(text):
        text = readable(text, Reader(), places=False)
    memory = compiled.memory_analysis()
    sizes = {name: getattr(memory, name) for name in dir(memory) if name.endswith("_in_bytes")}
    parts = {"text": text, "cost": _sorted(compiled.cost_analysis()), "memory": _sorted(sizes)}
    return {name: hashlib.sha256(part.encode()).hexdigest() for name, part in parts.items()}


def _sorted(analysis: Any) -> str:
    return json.dumps(analysis, sort_keys=True)
