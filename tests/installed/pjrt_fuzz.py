"""Fuzzes jaxlib-pjrt's functions with damaged inputs: each must raise an error or work, and never end the process.

``pjrt_fuzz.py KIND FIRST COUNT`` tries inputs one after another in child processes; a child that dies is replaced,
and the input that killed it is reported. The last line is JSON with the number of errors, of inputs that worked,
and the inputs that killed a child. An input depends only on its kind and number.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pjrt_api.bytecode import BYTECODE

PROGRAMS = (
    """module @m { func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
      %0 = stablehlo.add %a, %b : tensor<3xf32> return %0 : tensor<3xf32> } }""",
    """module @m { func.func public @main(%a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32> return %0 : tensor<f32> } }""",
    """module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
      func.func public @main(%a: tensor<4x4xbf16> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<4x4xbf16> {
      %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
        : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %1 = stablehlo.custom_call @nobody(%0) {api_version = 4 : i32, backend_config = {x = 3 : i32}}
        : (tensor<4x4xbf16>) -> tensor<4x4xbf16> return %1 : tensor<4x4xbf16> } }""",
    """module @m { func.func public @main(%a: tensor<8xi32> {tf.aliasing_output = 0 : i32}) -> tensor<8xi32> {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %i:2 = stablehlo.while(%k = %n, %x = %a) : tensor<i32>, tensor<8xi32>
        cond { %c = stablehlo.constant dense<0> : tensor<i32>
               %d = stablehlo.compare GT, %k, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %d : tensor<i1> }
        do { %o = stablehlo.constant dense<1> : tensor<i32> %j = stablehlo.subtract %k, %o : tensor<i32>
             %y = stablehlo.multiply %x, %x : tensor<8xi32>
             stablehlo.return %j, %y : tensor<i32>, tensor<8xi32> }
      %s = "stablehlo.slice"(%i#1) {start_indices = array<i64: 0>, limit_indices = array<i64: 8>,
        strides = array<i64: 1>} : (tensor<8xi32>) -> tensor<8xi32>
      return %s : tensor<8xi32> } }""",
)
WORDS = (
    *(
        "tensor<",
        "x",
        "f32",
        "bf16",
        "i1",
        "0",
        "1",
        "-1",
        "9223372036854775807",
        "4294967296",
        "{",
        "}",
        "(",
        ")",
    ),
    *(
        "dense<>",
        "?",
        "complex<f32>",
        "i4",
        "f8E4M3FN",
        "!stablehlo.token",
        "stablehlo.add",
        "stablehlo.while",
    ),
    *(
        "%a",
        "%0",
        "@main",
        "return",
        "mhlo.sharding",
        '"{replicated}"',
        "tf.aliasing_output",
        "\0",
        "\xff",
        ",",
    ),
)

#: What stands in for what, so that most programs still parse.
LIKE = (
    (
        "f32",
        "bf16",
        "f64",
        "i32",
        "i8",
        "i1",
        "ui4",
        "i4",
        "f8E4M3FN",
        "complex<f32>",
        "f16",
        "index",
        "f128",
    ),
    ("0", "1", "2", "3", "4", "8", "-1", "65536", "2147483648", "4294967296", "9223372036854775807", "?"),
    (
        "stablehlo.add",
        "stablehlo.multiply",
        "stablehlo.and",
        "stablehlo.power",
        "stablehlo.complex",
        "chlo.zeta",
    ),
    ("LT", "GT", "EQ", "NE"),
    ("%a", "%0", "%b", "%1", "%z"),
)


def likened_text(text: str, chance: random.Random) -> str:
    words = re.split(r"(\bstablehlo\.\w+|%\w+|-?\d+(?!\.)|(?<=x)\d+|[a-z]+\d+\w*)", text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        places = [(index, like) for index, word in enumerate(words) for like in LIKE if word in like]
        index, like = chance.choice(places)
        other = chance.choice(like)
        if chance.random() < 0.5:  # everywhere, as one who changes a program does
            words = [other if word == words[index] else word for word in words]
        else:
            words[index] = other
    return "".join(words)


def damaged_text(text: str, chance: random.Random) -> str:
    if chance.random() < 0.6:
        return likened_text(text, chance)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at, size = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 3, 10))
        what = chance.choice(
            ("", chance.choice(WORDS), text[at : at + 5] * 2, chr(chance.randrange(32, 127)))
        )
        text = text[:at] + what + text[at + size :]
    return text


def damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at, size = chance.randrange(len(data) + 1), chance.choice((0, 1, 1, 1, 4))
        what = bytes(chance.randrange(256) for _ in range(chance.choice((0, 1, 1, 4))))
        data = data[:at] + what + data[at + size :]
    if chance.random() < 0.1:
        data = data[: chance.randrange(len(data) + 1)]
    return data


def inputs(kind: str, number: int) -> tuple[Any, random.Random]:
    chance = random.Random(f"{kind} {number}")
    if kind == "text":
        return damaged_text(chance.choice(PROGRAMS), chance), chance
    return chance.choice(PROGRAMS), chance


def attempts() -> dict[str, Callable[[str, random.Random], Any]]:
    import jaxlib_pjrt as pjrt
    import numpy as np

    client = pjrt.Client("cpu", cpu_device_count=2)
    add = client.compile(PROGRAMS[0])
    serialized = add.serialize()
    options = pjrt.CompileOptions(
        num_replicas=2, device_assignment=[[0], [1]], overrides={"xla_cpu_enable_fast_math": True, "x": 3}
    ).serialize()

    def run(executable: pjrt.LoadedExecutable) -> None:
        arguments: list[Any] = []
        for parameter in executable.parameters or []:
            shape, dtype = parameter or ((3,), np.dtype("float32"))
            if np.prod(shape, dtype=float) > 1 << 20:
                return  # a program for such memory is none that this one has
            arguments.append(np.ones(shape, dtype))
        for out in executable(*arguments):
            out.block_until_ready()

    def options_bytes(program: str, chance: random.Random) -> None:
        client.compile(program, damaged_bytes(options, chance))

    def odd_options(program: str, chance: random.Random) -> None:
        number = chance.choice((0, 1, 2, 3, 64, 2**31 - 1))
        names = (
            "xla_cpu_enable_fast_math",
            "xla_backend_optimization_level",
            "xla_dump_to",
            "xla_no_such",
            "",
        )
        client.compile(
            program,
            pjrt.CompileOptions(
                num_replicas=max(number, 1),
                num_partitions=chance.choice((1, 2, 3, 1024)),
                use_spmd_partitioning=chance.random() < 0.5,
                use_shardy_partitioner=chance.random() < 0.5,
                portable=chance.random() < 0.2,
                overrides={chance.choice(names): chance.choice((True, -1, 2**40, 0.5, "", "x" * 100))},
            ),
        )

    def arrays(_: str, chance: random.Random) -> None:
        """Not what the program takes."""
        odd: Any = (
            *(np.zeros(3, np.float32), np.zeros((3, 1), np.float32), np.zeros(0, np.float32), np.float32(1)),
            *(np.zeros(3, np.int32), "text", None, object(), [1, 2], [[1], [2, 3]], {}, np.zeros(3, "M8[s]")),
            *(client.buffer(np.zeros(3, np.float32), chance.choice(client.devices)), add, b"abc", 10**40),
        )
        given = [chance.choice(odd) for _ in range(chance.choice((0, 1, 2, 2, 2, 3)))]
        add(*given, keep=(chance.randrange(-3, 9),))

    return {
        "text": lambda program, _: run(client.compile(program)),
        "options": options_bytes,
        "odd options": odd_options,
        "bytecode": lambda _, chance: run(client.compile(damaged_bytes(BYTECODE, chance))),
        "serialized": lambda _, chance: run(client.load(damaged_bytes(serialized, chance))),
        "hlo": lambda _, chance: run(
            client.compile(damaged_bytes(add.optimized_program()[1], chance), format="hlo_with_config")
        ),
        "arrays": arrays,
    }


def child(kind: str, first: int, end: int, progress: str) -> None:
    attempt = attempts()[kind]
    import jaxlib_pjrt as pjrt

    with open(progress, "w") as file:  # noqa: PTH123
        for number in range(first, end):
            print(number, end=" ", file=file, flush=True)
            program, chance = inputs(kind, number)
            try:
                attempt(program, chance)
                print("worked", file=file, flush=True)
            except (pjrt.PjrtError, TypeError, ValueError, OverflowError, MemoryError):
                print("error", file=file, flush=True)


def main(kind: str, first: int, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {"worked": 0, "error": 0, "killed": {}}
    number, end = first, first + count
    with tempfile.TemporaryDirectory() as folder:
        progress, said = Path(folder) / "progress", Path(folder) / "said"
        while number < end:
            with said.open("w") as output:
                command = [sys.executable, str(Path(__file__).resolve()), kind, str(number), str(end)]
                try:
                    # In the folder that goes: a damaged option may have XLA write its dumps anywhere beneath.
                    done = subprocess.run(
                        [*command, str(progress)],
                        stdout=output,
                        stderr=output,
                        timeout=600,
                        check=False,
                        cwd=folder,
                    )
                    status = done.returncode
                except subprocess.TimeoutExpired:
                    status = 124
            if not progress.exists():  # it ended before the first input
                raise SystemExit(
                    f"{' '.join(command)}: exit status {status}\n{said.read_text('utf-8', 'replace')}"
                )
            lines = progress.read_text().splitlines()
            for line in lines:
                for outcome in ("worked", "error"):
                    found[outcome] += line.endswith(outcome)
            if status == 0:
                break
            tail = said.read_text("utf-8", "replace").splitlines()
            number = int(lines[-1].split()[0])
            found["killed"][number] = {"status": status, "said": [line[:300] for line in tail if line][-12:]}
            number += 1
    return found


if __name__ == "__main__":
    if len(sys.argv) == 5:
        child(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
