"""The picture of a profile: spans in rows, by how many others they are in."""

from __future__ import annotations

import re

from tools.docs import trace_picture

LINES = {
    "python": [[-5.0, 2.0, "before"], [0.0, 100.0, "train"], [10.0, 20.0, "call"], [12.0, 5.0, "inner"],
               [40.0, 60.0, "read <x>"]],
    "programs on device 0": [[20.0, 70.0, "jit_step"]],
    "idle": [[-9.0, 1.0, "before"]],
}  # fmt: skip


def bars(text: str) -> list[tuple[float, float, float, str]]:
    found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]* class="(\w+)"/>', text)
    return [(float(x), float(y), float(width), style) for x, y, width, style in found]


def test_each_span_is_as_long_as_it_took_and_below_those_that_it_is_in() -> None:
    text = trace_picture.draw(LINES, "0.1")
    train, call, inner, read, program = bars(text)
    assert train[2] == 860.0
    assert (call[2], inner[2], read[2]) == (172.0, 43.0, 516.0)
    assert train[1] < call[1] == read[1] < inner[1] < program[1]
    assert program[3] != train[3] != call[3] == read[3]


def test_names_are_escaped_and_what_was_before_the_first_step_is_left_out() -> None:
    text = trace_picture.draw(LINES, "0.1")
    assert "read &lt;x&gt;" in text
    assert "before" not in text
    assert "idle" not in text
