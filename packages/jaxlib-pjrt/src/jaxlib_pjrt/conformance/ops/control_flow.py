"""Control flow, maps and random bits."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlib_pjrt.conformance.ops.case import Case, Type, i64_array, op, reduction_region


def control_flow() -> Iterator[Case]:
    """The cases of this file."""
    yield from _cases()
    yield from _ifs()
    yield from _whiles()
    yield _map()
    yield _random_bits()


def _cases() -> Iterator[Case]:
    scalar, index = Type((), "float32"), Type((), "int32")
    branches = ", ".join(
        f"{{\n      %c{n} = stablehlo.constant dense<{n}.0> : {scalar}\n"
        f'      %d{n} = "stablehlo.add"(%1, %c{n}) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%d{n}) : ({scalar}) -> ()\n    }}'
        for n in range(3)
    )
    for chosen in (0, 1, 2, 9):
        body = f'    %r = "stablehlo.case"(%0) ({branches}) : ({index}) -> {scalar}'
        yield Case(
            f"case {chosen}",
            (index, scalar),
            body,
            (scalar,),
            lambda i, x: x + (i if 0 <= i < 3 else 2),
            values=(chosen, 1.5),
        )


def _ifs() -> Iterator[Case]:
    scalar, flag = Type((), "float32"), Type((), "bool")
    two = ", ".join(
        f'{{\n      %e{n} = "stablehlo.{name}"(%1, %1) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%e{n}) : ({scalar}) -> ()\n    }}'
        for n, name in enumerate(("add", "multiply"))
    )
    for chosen in (True, False):
        body = f'    %r = "stablehlo.if"(%0) ({two}) : ({flag}) -> {scalar}'
        yield Case(
            f"if {chosen}",
            (flag, scalar),
            body,
            (scalar,),
            lambda i, x: x + x if i else x * x,
            values=(chosen, 3.0),
        )


def _whiles() -> Iterator[Case]:
    scalar, index = Type((), "float32"), Type((), "int32")
    body = (
        f"    %one = stablehlo.constant dense<1> : {index}\n"
        f'    %r:2 = "stablehlo.while"(%0, %1) ({{\n    ^bb0(%a: {index}, %b: {scalar}):\n'
        f"      %z = stablehlo.constant dense<0> : {index}\n"
        f"      %c = stablehlo.compare GT, %a, %z : ({index}, {index}) -> tensor<i1>\n"
        f'      "stablehlo.return"(%c) : (tensor<i1>) -> ()\n    }}, {{\n    ^bb0(%a: {index}, %b: {scalar}):\n'
        f'      %d = "stablehlo.subtract"(%a, %one) : ({index}, {index}) -> {index}\n'
        f'      %e = "stablehlo.add"(%b, %b) : ({scalar}, {scalar}) -> {scalar}\n'
        f'      "stablehlo.return"(%d, %e) : ({index}, {scalar}) -> ()\n'
        f"    }}) : ({index}, {scalar}) -> ({index}, {scalar})"
    )
    for times in (0, 5):
        yield Case(
            f"while {times}",
            (index, scalar),
            body,
            (index, scalar),
            lambda i, x: (0, x * 2.0**i),
            values=(times, 1.5),
        )


def _map() -> Case:
    import numpy as np

    x = Type((5,), "float32")
    region = reduction_region("multiply", "float32", f"{{dimensions = {i64_array(0)}}}")
    return Case("map", (x, x), op("map", ["%0", "%1"], (x, x), (x,), region), (x,), np.multiply, 4)


def _random_bits() -> Case:
    import numpy as np

    state, bits = Type((2,), "uint64"), Type((3, 4), "uint32")
    body = op(
        "rng_bit_generator",
        ["%0"],
        (state,),
        (state, bits),
        "{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}",
    )
    body += (
        f'\n    %s:2 = "stablehlo.rng_bit_generator"(%0) {{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}} '
        f": ({state}) -> ({state}, {bits})"
    )
    same = '    %t = "stablehlo.compare"(%r#1, %s#1) {comparison_direction = #stablehlo<comparison_direction EQ>} '
    same += f": ({bits}, {bits}) -> {Type((3, 4), 'bool')}"
    return Case(
        "rng_bit_generator returns the same for the same state",
        (state,),
        f"{body}\n{same}".replace("%r", "%q").replace("%t", "%r"),
        (Type((3, 4), "bool"),),
        lambda _: np.ones((3, 4), bool),
        values=(np.array([1, 2]),),
    )
