"""``jaxlib conformance``: its reports on XLA:CPU, and on libraries that each break one rule."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from plugins.extension.compile import compile_shared
from tests.installed.conftest import RELEASE, finished
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import definitions
from tools.elf import stubs
from tools.environments.venv import Environment

HERE = Path(__file__).parent
FAKE = HERE / "fakes/conformance_shim.c"
SCHEMA = ROOT / "packages/jaxlib-pjrt/src/jaxlib_pjrt/schemas/conformance.schema.json"

#: For each fake: the checks that must find its fault, and their messages.
BROKEN = {
    "struct_size": {"table/struct_size": "struct_size is 41"},
    "version": {"table/version": "the struct_size of pjrt_api_version is 3"},
    "null_slot": {"table/has PJRT_Client_Compile": "the slot of PJRT_Client_Compile is NULL"},
    "extension_circle": {"table/extensions": "the chain of extensions comes back"},
    "two_tables": {"table/one table": "returned 2 tables"},
    "writes_behind": {"table/writes within struct_size": "wrote beyond the struct_size"},
    "half_a_version": {"table/attributes": "stablehlo_current_version is (1, "},
    "no_message": {"errors/a truncated program": "the error has no message"},
    "no_code": {"errors/a truncated program": "the error has no code"},
    "aborts": {"errors/a truncated program": "the process was ended by SIGABRT"},
    "takes_anything": {
        f"errors/{what}": f"{what}: no error"
        for what in (
            *("a truncated program", "an empty program", "an unknown operation", "types that do not match"),
            *("an unknown custom call", "damaged bytecode"),
        )
    },
    "aborts_on_options": {"errors/an unknown option": "the process was ended by SIGABRT"},
    "any_size": {"errors/an argument of another size": "an argument of another size: no error"},
    "stuck": {"errors/works after errors": "Failed to parse"},
    "aborts_on_bytes": {"errors/bytes that are not an executable": "the process was ended by SIGABRT"},
    "never_deleted": {"lifetime/a deleted buffer": "a deleted buffer says that it is not"},
    "frees_results": {"lifetime/dropped in any order": "wanted [0.0, 2.0, 4.0], found ["},
    "frees_in_use": {"lifetime/an argument dropped early": "its argument was dropped too early"},
    "copies_late": {"lifetime/the caller's memory": "what was copied changed with the caller's memory"},
    "never_ready": {"lifetime/events": "an event that was waited for is not ready"},
    "leaks": {"lifetime/no leaks": "MB that they did not give back"},
    "one_thread": {"threads/executing": "the process was ended by SIGABRT"},
    "one_compiler": {"threads/compiling": "the process was ended by SIGABRT"},
    "one_copier": {"threads/transferring": "the process was ended by SIGABRT"},
    "deletes_in_use": {"threads/deleting": "the process was ended by SIGABRT"},
    "one_waiter": {"threads/waiting": "the process was ended by SIGABRT"},
    "other_strides": {"buffers/strides": "came back with other values"},
    "no_size": {"buffers/sizes": "512 bytes take 0 on the device"},
    "changes_a_bit": {"buffers/every bit": "changed on the way"},
    "copies_badly": {"buffers/between devices": "a copy has other values"},
    "one_memory": {"buffers/memories": "a buffer for "},
    "no_scalars": {"buffers/shape []": "() became (1,)"},
    "all_signed": {"buffers/uint32": "uint32 became int32"},
    "wrong_operation": {"ops/subtract float32": "units of the last place"},
    "wrong_devices": {"devices/collective_permute": "on device 0"},
    "keeps_donated": {"programs/donation": "a donated argument is still there"},
    "wrong_type": {"programs/queries": "int8"},
    "nameless": {"programs/devices": "device 0 has no kind"},
    "half_serialized": {"programs/serialization": "deserialization failed"},
    "few_arguments": {"programs/100 arguments": "the process was ended by SIGABRT"},
    "other_bits": {"programs/the same again": "gives other bits"},
    "needs_results": {"programs/no results": "the process was ended by SIGABRT"},
    "no_answers": {
        f"programs/{query}": "InvalidArgument: "
        for query in (
            *("cost analysis", "memory stats", "optimized program", "fingerprint", "code size"),
            "output memory kinds",
        )
    },
    "no_topology": {"programs/topology": "InvalidArgument: "},
    "hangs": {"programs/adds": "no answer in 8 s"},
    "crashes": {"programs/adds": "the process was ended by SIGSEGV"},
}
#: Rules that need no fake.
OTHERWISE = {
    "The library exports the function GetPjrtApi.": "without it nothing is checked, below",
    "A deleted executable reports it; its results remain valid.": "XLA:CPU itself breaks it, below",
    "Every function within struct_size is present.": "it is never broken: a missing function is unsupported",
}


@pytest.fixture(scope="module")
def real(without_jax: Environment) -> Path:
    return next(without_jax.site_packages.glob("jaxlib_cpu/libjaxlib_cpu.so"))


@pytest.fixture(scope="module")
def found(without_jax: Environment, real: Path, temporary: Callable[[str], Path]) -> dict[str, Any]:
    folder = temporary("conformance")
    (folder / "pjrt_c_api.h").write_bytes(definitions.pjrt_header(load(RELEASE), Cache()))
    shim = folder / "libbad.so"
    compile_shared([FAKE], shim, target=f"{os.uname().machine}-linux-gnu.2.28", include=[folder])
    modes = json.dumps({mode: list(checks) for mode, checks in BROKEN.items()})
    script = str(HERE / "conformance_fakes.py")
    return finished(without_jax.run(script, str(shim), str(real), modes, timeout=900))


def test_every_rule_that_a_fake_breaks_is_here() -> None:
    assert set(re.findall(r'mode_is\("(\w+)"\)', FAKE.read_text("utf-8"))) == set(BROKEN)


def test_every_rule_is_broken_by_a_fake(of_the_cpu: tuple[Any, str, int]) -> None:
    # The tolerances of the operations are rules too; one operation that is wrong stands for them.
    rules = {check["rule"] for check in of_the_cpu[0]["checks"] if check["group"] != "ops"}
    of_check = {f"{check['group']}/{check['name']}": check["rule"] for check in of_the_cpu[0]["checks"]}
    broken = {of_check[check] for checks in BROKEN.values() for check in checks}
    assert rules - broken == set(OTHERWISE)


@pytest.mark.parametrize("mode", BROKEN)
def test_a_library_that_breaks_a_rule_fails_its_check(found: dict[str, Any], mode: str) -> None:
    outcomes = {name: (outcome, reason) for name, outcome, reason in found[mode]}
    for check, text in BROKEN[mode].items():
        outcome, reason = outcomes[check]
        assert outcome == "FAIL", f"{check}: {outcome}: {reason}"
        assert text in reason


@pytest.fixture(scope="module")
def of_the_cpu(without_jax: Environment, temporary: Callable[[str], Path]) -> tuple[Any, str, int]:
    folder = temporary("report")
    words = ["table/", "errors/", "lifetime/", "threads/", "buffers/", "programs/", "devices/"]
    words += ["float32", "int4", "case", "fft"]
    done = without_jax.run(
        *("-m", "jaxlib_core", "conformance", "cpu", "--option", "cpu_device_count=2"),
        *("--json", str(folder / "report.json"), "--html", str(folder / "report.html")),
        *(part for word in words for part in ("--only", word)),
        timeout=900,
    )
    data = json.loads((folder / "report.json").read_text("utf-8"))
    return data, (folder / "report.html").read_text("utf-8"), done.returncode


def test_xla_cpu_keeps_the_rules_but_one(of_the_cpu: tuple[Any, str, int]) -> None:
    data, _, status = of_the_cpu
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    failed = {check["name"]: check["reason"] for check in data["checks"] if check["outcome"] == "FAIL"}
    # A fault of the library: it forgets that an executable was deleted.
    assert failed == {"a deleted executable": "a deleted executable says that it is not"}
    assert status == 1
    unsupported = {check["name"] for check in data["checks"] if check["outcome"] == "UNSUPPORTED"}
    assert unsupported == {"topology", "output memory kinds"}
    assert data["counts"]["PASS"] > 200
    assert {check["group"] for check in data["checks"]} == {
        *("table", "errors", "lifetime", "threads", "buffers", "programs", "ops", "devices")
    }


def test_the_page_shows_what_the_data_say(of_the_cpu: tuple[Any, str, int]) -> None:
    data, page, _ = of_the_cpu
    assert f"{data['counts']['PASS']:,}</b>passed" in page
    assert "a deleted executable says that it is not" in page
    # Each check is one cell; nothing is fetched from elsewhere.
    assert len(re.findall(r'<span class="cell ', page)) == len(data["checks"])
    assert not re.search(r"(src|href)=\"(?!#)", page)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["/nowhere/lib.so"], "no file /nowhere/lib.so"),
        (["abacus"], "No plugin 'abacus' is installed"),
        (["cpu", "--only", "nothing like it"], "no check has nothing like it in its name"),
    ],
    ids=["path", "name", "check"],
)
def test_what_cannot_be_checked_is_said(without_jax: Environment, words: list[str], text: str) -> None:
    done = without_jax.run("-m", "jaxlib_core", "conformance", *words)
    assert done.returncode == 2
    assert text in done.stderr


def test_a_file_that_is_no_library_is_one_line(without_jax: Environment, tmp_path: Path) -> None:
    text, other = tmp_path / "libtext.so", tmp_path / "libother.so"
    text.write_text("no library")
    other.write_bytes(stubs.named(stubs.blank(), other.name))
    for path in (text, other):
        done = without_jax.run("-m", "jaxlib_core", "conformance", str(path))
        assert done.returncode == 2
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"jaxlib conformance: {path} is not a PJRT library: ")
        assert ".py" not in line


def test_no_message_quotes_a_line_of_source(found: dict[str, Any]) -> None:
    reasons = [reason for mode in found.values() for _, _, reason in mode]
    assert not [reason for reason in reasons if re.search(r"\.py, line \d+|assert ", reason)]


def test_jax_without_absl_leaves_out_its_own_cases_alone(make: Callable[..., Environment]) -> None:
    environment = make(f"jax=={RELEASE}", f"jaxlib-cpu=={RELEASE}", f"jaxlib-pjrt=={RELEASE}")
    assert not list(environment.site_packages.glob("absl*"))
    done = environment.run("-m", "jaxlib_core", "conformance", "cpu", "--only", "table/")
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 failed" in done.stdout
    done = environment.run("-m", "jaxlib_core", "conformance", "cpu", "--only", "primitives/add")
    assert done.returncode == 2
    assert done.stderr == "jax's own cases of each primitive need absl, which is not installed\n"
