"""Draws an xla.HloModuleProto as a graph, in the language of Graphviz.

A node is an instruction, and an edge a value. A computation that an instruction calls is a frame around its own
nodes, with a dashed edge from its result to the caller; a fusion is drawn as its computation alone. Constants and
elements of tuples are lines in the nodes that use them.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from jaxlib._hlo.attributes import own
from jaxlib._hlo.constants import constant
from jaxlib._hlo.message import Message
from jaxlib._hlo.parts import text_of_shape
from jaxlib._hlo.programs import Program
from jaxlib._hlo.shapes import read_shape

#: Fill colors by the kind of operation; what is in none of the sets is elementwise.
_COLORS = {
    "#ffe0b2": {"parameter"},
    "#bbdefb": {"dot", "convolution", "fft", "cholesky", "triangular-solve"},
    "#e1bee7": {"reduce", "reduce-window", "scatter", "select-and-scatter", "sort", "topk"},
    "#c8e6c9": {
        *("broadcast", "concatenate", "copy", "dynamic-slice", "dynamic-update-slice", "gather", "pad"),
        *("reshape", "reverse", "slice", "transpose"),
    },
    "#d7ccc8": {
        *(
            "all-gather",
            "all-reduce",
            "all-to-all",
            "collective-permute",
            "infeed",
            "outfeed",
            "partition-id",
        ),
        *("recv", "recv-done", "reduce-scatter", "replica-id", "send", "send-done"),
    },
    "#80cbc4": {"call", "conditional", "custom-call", "while"},
    "white": {"tuple", "get-tuple-element", "constant", "bitcast", "after-all"},
}
_ELEMENTWISE = "#fff9c4"
#: A computation of at most so many instructions is a line in the node that calls it, if all but one are parameters.
_TRIVIAL = 3


def to_dot(content: bytes) -> str:
    """The graph of a serialized xla.HloModuleProto."""
    module = Message(content)
    program = Program(module)
    graph = _Graph(program)
    body = [*graph.computation(program.entry), *graph.root()]
    title = f"<b>{html.escape(module.text(1))}</b>"
    return "\n".join(
        [
            "digraph G {",
            "rankdir=TB;",
            "compound=true;",
            f"label=<{title}>;",
            "labelloc=t;",
            *body,
            *graph.edges,
            "}",
        ]
    )


class _Graph:
    """The nodes that were drawn, and the edges, which follow them all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.edges: list[str] = []
        self.instructions = {
            number: {each.number(35): each for each in program.instructions(number)}
            for number in program.computations
        }
        self._drawn: set[int] = set()

    def computation(self, number: int) -> Iterator[str]:
        for each in self.instructions[number].values():
            yield from self.instruction(number, each)

    def root(self) -> Iterator[str]:
        """The mark of the program's result."""
        entry = self.program.entry
        yield 'root [label="ROOT", shape=circle];'
        self.connect(entry, self.program.root(entry), "root")

    def instruction(self, inside: int, each: Message) -> Iterator[str]:
        number, opcode = each.number(35), each.text(2)
        if opcode in ("constant", "get-tuple-element") and number != self.program.root(inside):
            return
        lines = [html.escape(text) for text in self.label(each, opcode)]
        called = self.program.called(each)
        node = f"i{number}"
        if opcode == "fusion" and called:
            fused = self.instructions[called[0]]
            yield from self.frame(called[0], "<br/>".join([f"<b>{lines[0]}</b>", *lines[1:]]))
            for index, operand in enumerate(each.numbers(36)):
                for parameter in fused.values():
                    if parameter.text(2) == "parameter" and parameter.number(9) == index:
                        self.connect(inside, operand, f"i{parameter.number(35)}")
            return
        for computation in called:
            name = html.escape(self.program.computations[computation].text(1))
            if sole := self.trivial(computation):
                lines.append(f"applies <b>{html.escape(sole.text(2))}</b>")
                continue
            yield from self.frame(computation, f"{name}, for <b>{lines[0]}</b>")
            dashed = f' [style=dashed, ltail="cluster{computation}"]'
            self.connect(computation, self.program.root(computation), node, dashed)
        lines += self.inlined(inside, each)
        color = next((color for color, opcodes in _COLORS.items() if opcode in opcodes), _ELEMENTWISE)
        shape = "ellipse" if opcode == "while" else "rect"
        tooltip = html.escape(each.message(7).text(2)) or " "
        label = "<br/>".join([f"<b>{lines[0]}</b>", *lines[1:]])
        yield f'{node} [label=<{label}>, shape={shape}, style=filled, fillcolor="{color}", tooltip="{tooltip}"];'
        operands = each.numbers(36)
        for index, operand in enumerate(operands):
            self.connect(inside, operand, node, f' [headlabel="{index}"]' if len(operands) > 1 else "")

    def frame(self, computation: int, title: str) -> Iterator[str]:
        """A computation in its frame; only once, if several instructions call it."""
        if computation in self._drawn:
            return
        self._drawn.add(computation)
        yield f"subgraph cluster{computation} {{"
        yield from ("style=rounded;", f"label=<{title}>;", "labelloc=t;")
        yield from self.computation(computation)
        yield "}"

    def trivial(self, computation: int) -> Message | None:
        """The only operation of a small computation, such as the sum of a reduction."""
        sole = self.program.sole(computation)
        small = len(self.instructions[computation]) <= _TRIVIAL
        return sole if sole is not None and small and not self.program.called(sole) else None

    def label(self, each: Message, opcode: str) -> Iterator[str]:
        """The name of an instruction, its operation, attributes and shape."""
        if opcode == "parameter":
            yield f"Parameter {each.number(9)}"
        yield each.text(1)
        if opcode != "parameter" and not each.text(1).startswith(opcode):
            yield opcode
        yield from own(opcode, each, listed=False)
        yield text_of_shape(read_shape(each.content(3)))

    def inlined(self, inside: int, each: Message) -> Iterator[str]:
        """The operands that have no node of their own."""
        for index, number in enumerate(each.numbers(36)):
            operand = self.instructions[inside][number]
            shape = read_shape(operand.content(3))
            text = text_of_shape(shape)
            if operand.text(2) == "constant":
                value = constant(operand.message(8), shape, whole=False, essential=False)
                yield f"<b>operand {index}</b> = {html.escape(f'{text} {value}')}"
            elif operand.text(2) == "get-tuple-element":
                whole = self.instructions[inside][operand.numbers(36)[0]].text(1)
                element = f"element {operand.number(13)} of {whole} {text}"
                yield f"<b>operand {index}</b> = {html.escape(element)}"

    def connect(self, inside: int, number: int, node: str, more: str = "") -> None:
        """An edge from the node of a value."""
        if source := self.source(inside, number):
            self.edges.append(f"{source} -> {node}{more};")

    def source(self, inside: int, number: int) -> str | None:
        """The node of a value: of an element, that of its tuple, and of a fusion, that of what it returns."""
        each = self.instructions[inside][number]
        opcode, root = each.text(2), self.program.root(inside)
        if opcode == "constant" and number != root:
            return None
        if opcode == "get-tuple-element" and number != root:
            return self.source(inside, each.numbers(36)[0])
        if opcode == "fusion" and (called := self.program.called(each)):
            return self.source(called[0], self.program.root(called[0]))
        return f"i{number}"


__all__ = ["to_dot"]
