"""Errors: what a library must reject, and that it still works afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from jaxlib_pjrt.conformance.library import Check, Library, Unsupported
from jaxlib_pjrt.conformance.rules.programs_under_test import (
    ADD,
    VECTOR,
    adds,
    executed,
    raises_error,
    vector,
)

_CALL = f"""\"stablehlo.custom_call\"(%a, %b) {{
  call_target_name = "nobody_has_this", api_version = 4 : i32, backend_config = {{}}}}
  : ({VECTOR}, {VECTOR}) -> {VECTOR}"""


_BAD: dict[str, str | bytes] = {
    "a truncated program": "module {",
    "an empty program": "",
    "an unknown operation": ADD.replace("stablehlo.add", "stablehlo.nonsense"),
    "types that do not match": ADD.replace(f") -> {VECTOR}", ") -> tensor<4xf32>"),
    "an unknown custom call": ADD.replace(f"stablehlo.add %a, %b : {VECTOR}", _CALL),
    # Of version 100, so that the library sees it: what a known version has is checked before the call.
    "damaged bytecode": b"ML\xefR\xc9StableHLO_v1.0.0\x00" + bytes(range(200)),
}


def _bad_program(text: str | bytes, what: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        try:
            client: Any = library.client
        except Unsupported:
            if library.topology is None:
                raise
            client = library.topology
        raises_error(lambda: client.compile(text), what)

    return run


def _bad_option(library: Library) -> None:
    from jaxlib_pjrt import Client
    from jaxlib_pjrt.errors import PjrtError

    # The library may reject the unknown option or ignore it; it must not crash.
    message = "none"
    try:
        Client(library.plugin, **library.options, conformance_has_no_such_option=3)
    except PjrtError as error:
        message = error.message
    assert message.strip(), "the error has no message"


def _wrong_arguments(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(ADD)
    long = library.client.buffer(np.zeros(1 << 16, np.float32))
    short = library.client.buffer(vector())
    raises_error(partial(executed, executable, long, short), "an argument of another size")


def _wrong_bytes(library: Library) -> None:
    raises_error(
        lambda: library.client.load(b"no executable" * 9), "loading bytes that are not an executable"
    )


def _after_an_error(library: Library) -> None:
    client = library.client
    for _ in range(20):
        raises_error(partial(client.compile, "module {"), "a truncated program")
    adds(library)


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        *(
            Check("errors", name, f"For {name} there is an error.", _bad_program(text, name))
            for name, text in _BAD.items()
        ),
        Check(
            "errors",
            "an unknown option",
            "An unknown option of a client is an error, or is ignored.",
            _bad_option,
        ),
        Check(
            "errors",
            "an argument of another size",
            "An argument of another size is an error.",
            _wrong_arguments,
        ),
        Check("errors", "bytes that are not an executable", "Loading other bytes is an error.", _wrong_bytes),
        Check("errors", "works after errors", "After errors, everything works as before.", _after_an_error),
    ]
