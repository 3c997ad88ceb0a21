"""Puts kernels into compiled programs as text, so that programs of both jaxlibs can be compared.

Usage: ``kernel_texts.py OUTCOMES OUTPUT``, in an environment with upstream's jaxlib, which reads the kernels.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))
from tools.upstream_tests.children.kernel_reader import Reader
from tools.upstream_tests.children.program_texts import readable


def main(outcomes: str, output: str) -> None:
    reader = Reader()
    programs = json.loads(Path(outcomes).read_text("utf-8"))
    for program in programs.values():
        if "text" in program:
            program["text"] = readable(program["text"], reader)
    Path(output).write_text(json.dumps(programs), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
