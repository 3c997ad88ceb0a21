"""Programs in MLIR's text, changed at random: both jaxlibs parse them, accept the same ones, and print them alike.

The programs are the golden files of `jaxlib._ir`, in custom and generic form. A change is another element type or
shape of a type, another number or operation, or an attribute less. A text depends on its number alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from tools import ROOT
from tools.long_runs.differential.sides import Outcome, Side

PROGRAMS = ROOT / "tests/unit/jaxlib/_ir"
#: Texts that a worker parses before it starts anew with no results of earlier ones.
BATCH = 500

TYPE = re.compile(r"tensor<(?:[\d?]+x)*(?:complex<\w+>|\w+)>")
NUMBER = re.compile(r"(?<=[ \[,=<])-?\d+(?=[\],>: ])")
OPERATION = re.compile(r"(?:stablehlo|chlo)\.\w+")
ATTRIBUTE = re.compile(r"\w+ = [^,{}<>]+(?:<[^<>]*>)?,? ?(?=[\w}>])")
ELEMENTS = tuple("f32 bf16 f64 f16 f8E4M3FN i64 i32 i8 i4 i1 ui32 ui4 index complex<f32>".split())  # noqa: SIM905
SIZES = tuple("0123456?")
NUMBERS = ("0", "1", "2", "3", "7", "-1")


@cache
def programs() -> tuple[str, ...]:
    """The texts of the golden files, but for long ones."""
    paths = [*PROGRAMS.glob("harness/*.mlir"), *PROGRAMS.glob("programs/*.mlir")]
    texts = [path.read_text("utf-8") for path in sorted(paths) if not path.name.endswith(".debug.mlir")]
    return tuple(text for text in texts if len(text) < 8000)


@cache
def operations() -> tuple[str, ...]:
    """The names of all operations in the programs."""
    return tuple(sorted({name for text in programs() for name in OPERATION.findall(text)}))


def _other_type(text: str, chance: random.Random) -> str:
    before, _, element = text.removeprefix("tensor<").removesuffix(">").rpartition("x")
    if text.endswith(">>"):  # the name of a complex number has an x
        before, _, element = text.removeprefix("tensor<").removesuffix(">").partition("complex")
        before, element = before.rstrip("x"), "complex" + element
    sizes = before.split("x") if before else []
    match chance.choice(("element", "size", "fewer", "more", "order")):
        case "element":
            element = chance.choice(ELEMENTS)
        case "size" if sizes:
            sizes[chance.randrange(len(sizes))] = chance.choice(SIZES)
        case "fewer" if sizes:
            sizes.pop(chance.randrange(len(sizes)))
        case "more":
            sizes.insert(chance.randrange(len(sizes) + 1), chance.choice(SIZES[1:5]))
        case "order":
            chance.shuffle(sizes)
    return f"tensor<{'x'.join([*sizes, element])}>"


def _types(text: str, chance: random.Random) -> str:
    """A type replaced everywhere, or from one line on."""
    found = sorted(set(TYPE.findall(text)))
    if not found:
        return text
    old = chance.choice(found)
    new = _other_type(old, chance)
    if chance.random() < 0.85:
        return text.replace(old, new)
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], *(line.replace(old, new) for line in lines[at:])])


def _one(pattern: re.Pattern[str], choices: Callable[[], tuple[str, ...]]) -> Callable[..., str]:
    def change(text: str, chance: random.Random) -> str:
        matches = list(pattern.finditer(text))
        if not matches:
            return text
        match = chance.choice(matches)
        return text[: match.start()] + chance.choice(choices()) + text[match.end() :]

    return change


CHANGES = (
    *(_types,) * 6,
    *(_one(NUMBER, lambda: NUMBERS),) * 2,
    _one(OPERATION, operations),
    _one(ATTRIBUTE, lambda: ("",)),
)


def changed(number: int) -> str:
    """A program with one to three changes."""
    chance = random.Random(f"text {number}")  # noqa: S311 - no secret depends on it
    text = chance.choice(programs())
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice(CHANGES)(text, chance)
    return text


@dataclass
class Tally:
    """How both parsed the texts."""

    accepted: int = 0
    refused: int = 0
    #: Numbers of texts that only ours accepts, with upstream's error.
    looser: dict[int, str] = field(default_factory=dict)
    #: Numbers of texts that ours refuses and upstream accepts, that crash or hang, or that are printed differently.
    different: dict[int, str] = field(default_factory=dict)

    def add(self, number: int, ours: Outcome, theirs: Outcome) -> None:
        """Count the outcomes of one text."""
        if "crashed" in ours or "hung" in ours:
            self.different[number] = f"ours {ours}"
        elif "value" not in theirs:
            if "value" in ours:
                self.looser[number] = theirs.get("said", f"{theirs}")
            self.refused += "error" in ours
        elif ours != theirs:
            self.different[number] = f"ours     {ours}\nupstream {theirs}"
        else:
            self.accepted += 1


def run(ours: Side, theirs: Side, first: int, count: int) -> Tally:
    """Have both parse the texts with these numbers."""
    tally = Tally()
    for number in range(first, first + count):
        if number % BATCH == 0:
            for side in (ours, theirs):
                side.ask(["reset"])
        step = ["parse", changed(number)]
        tally.add(number, ours.ask(step), theirs.ask(step))
    return tally
