"""The compile options that jaxlib (bindings-only) sends are those that upstream's jaxlib sends, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import finished
from tests.installed.test_jaxlib_bindings import with_both_jaxlibs
from tools.builder import definitions

CASES = Path(__file__).with_name("compile_option_cases.py")

#: Values for each type: taken, refused, and at the edges.
VALUES = {
    "bool": ("=true", "=false", "=1", "=0", "", "=TRUE", "=yes", "="),
    "int32": ("=77", "=-3", "=0", "=2147483647", "=2147483648", "=x", "=", "", "=0x10"),
    "int64": ("=77", "=-3", "=0", "=99999999999", "=9223372036854775808", "=1.5"),
    "float": ("=0.25", "=1", "=1e-3", "=x"),
    "string": ("=aBc", "=a,b", "=", "='a b'", '="a \\" b"', ""),
    "map": ("=a", "=a,b", "=a=1,b=2", "=a=1,a=3", "=", "=b=1=2"),
}
#: Flags together: order, repetition, quotes, dashes, spaces, what ends them, what is unknown.
TOGETHER = (
    "",
    "  ",
    "--xla_gpu_autotune_level=1 --xla_gpu_autotune_level=2",
    "--xla_disable_hlo_passes=a,b --xla_disable_hlo_passes=c",
    "--xla_backend_extra_options=a=1 --xla_backend_extra_options=b,a=2",
    "--xla_gpu_enable_command_buffer=  --xla_gpu_enable_command_buffer=+FUSION",
    "--xla_gpu_enable_command_buffer=CUBLAS --xla_gpu_enable_command_buffer=+FUSION,-CUBLAS",
    "\t--xla_gpu_ftz\n--xla_dump_to='/a b/c'  --xla_dump_hlo_as_text",
    '--xla_dump_to="x\\\\y" --xla_dump_hlo_pass_re=.*',
    "--xla_gpu_ftz nothing --xla_dump_hlo_as_text",
    "--xla_flags_reset --xla_gpu_ftz",
)
#: What a GPU library of another build takes, and upstream's jaxlib does not.
BUILD_DEPENDENT = ("--xla_gpu_enable_libnvptxcompiler", "--xla_gpu_experimental_max_unroll_factor")


def texts(release: str) -> list[str]:
    """XLA_FLAGS with each flag of the release, and several of them."""
    options = definitions.jaxlib_facts(release)["debug_options"]
    found = [*TOGETHER]
    for name, field in options["fields"].items():
        if f"--{name}" in BUILD_DEPENDENT or field.get("flag") in ("none", "unread"):
            continue
        if field["type"] in VALUES:
            tried = list(VALUES[field["type"]])
        else:
            names = list(options["enums"][field["type"]])
            words = names + [word for name in names for word in name.split("_")]
            tried = [f"={spelling}" for word in {*words} for spelling in (word, word.lower())]
            if field.get("repeated"):
                first, second = names[1:3]
                tried += [f"={first},{second}", f"={first},{second},{first}", f"=+{first}", f"=-{first}"]
                tried += [
                    f"=+{first},-{second}",
                    f"=-{second},+{first}",
                    f"={first},+{second}",
                    f"=x,{first}",
                ]
                tried += [f"={first},{names[-1]}", "="]
        found += [f"--{name}{value}" for value in tried]
    return found


@pytest.fixture(scope="module", params=definitions.jaxlib_releases())
def both(request: pytest.FixtureRequest, temporary: Callable[[str], Path]) -> Any:
    """The release, and what a case prints with upstream's jaxlib and with ours."""
    release: str = request.param
    folder = temporary("compile_options")
    upstream, ours = with_both_jaxlibs(release, folder, f"jaxlib-cpu=={release}")

    @cache
    def printed(case: str, given: str | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        first, second = (
            finished(environment.run(str(CASES), case, given=given, timeout=1200))
            for environment in (upstream, ours)
        )
        return first, second

    return release, printed


def differences(theirs: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """The cases whose messages differ."""
    assert ours.keys() == theirs.keys()
    return [name for name, message in theirs.items() if ours[name] != message]


def test_of_every_flag(both: Any) -> None:
    release, printed = both
    theirs, ours = printed("flags", json.dumps(texts(release)))
    assert len(theirs) > 1000
    assert differences(theirs, ours) == []
    # Not because nothing arrives: each flag makes some other message, and upstream refuses some value.
    assert len({*theirs.values()}) > 500
    assert None in theirs.values()


@pytest.mark.parametrize("case", ["options", "programs"])
def test_of_every_option_and_of_programs(both: Any, case: str) -> None:
    theirs, ours = both[1](case)
    assert len(theirs) > 20
    assert differences(theirs, ours) == []
