"""``python -m tools emulate``: installs and runs the aarch64 wheels on a machine of another architecture.

An aarch64 Python runs under QEMU's user mode. apt fetches QEMU, that Python and its libraries from Debian's
packages into ``build/emulate``: nothing is installed on the system, and no privileges are needed. jax, numpy and
the rest are the registry's aarch64 wheels; the family's are built here.

It shows that the wheels can be installed and loaded, and that programs give right results. It shows nothing about
speed, or about races under aarch64's weaker memory model.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools import BINDINGS_LABEL, BUILD, DIST
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, Manifest, ManifestError, load, releases
from tools.builder import build, definitions
from tools.console import steps
from tools.console.progress import CONSOLE
from tools.console.steps import Step
from tools.environments import debian
from tools.environments.debian import DebianError, Packages
from tools.environments.venv import uv

ARCHITECTURE, DEBIAN = "aarch64", "arm64"
#: The system for which wheels are selected; no wheel of the family may need a newer one.
PLATFORM = "aarch64-manylinux_2_28"
HOME = BUILD / "emulate"
#: The compiler of jaxlib and jaxlib-pjrt, as packages/pjrt-cpp/native_build.py looks for it.
CROSS_COMPILER, CROSS_PACKAGE = "aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"
#: Under emulation a first `import jax` takes a minute on a busy machine.
SECONDS = 1800.0

IMPORTED = """
import importlib, platform, sys
module = importlib.import_module(sys.argv[1])
extension = importlib.import_module(sys.argv[1] + "._pjrt")
print(platform.machine(), extension.__file__.rpartition("/")[2])
"""
DESCRIBED = """
import json, sys
from jaxlib_core.plugins.discovery import discover
plugin = next(each for each in discover().plugins if each.descriptor.name == sys.argv[1])
print(plugin.descriptor.architecture, plugin.descriptor.library.file, plugin.descriptor.library.pjrt_api)
"""
#: Without the vendor's libraries, the doctor must find exactly that problem.
DIAGNOSED = """
from jaxlib_core.doctor import examination, report

problems = report.doctor(examination.examine(seconds=600))["problems"]
assert [each["kind"] for each in problems] == ["VendorLibraryMissing"], problems
print(problems[0]["summary"])
"""

LOADED = """
import sys
from importlib import import_module
from jaxlib_core.plugins.discovery import discover
plugin = next(each for each in discover().plugins if each.descriptor.name == sys.argv[1])
api = import_module(plugin.descriptor.module + "._pjrt").load(str(plugin.library))
print("PJRT C API %d.%d," % api.version, len(api.extensions), "extensions")
"""
JITTED = """
import jax, jax.numpy as jnp
device, = jax.devices()
assert "libjaxlib_cpu.so" in open("/proc/self/maps").read()
x = jnp.arange(16.0).reshape(4, 4)
total = float(jax.jit(lambda x: (x @ x.T).sum())(x))
assert total == 3680.0, total
a = x + 20 * jnp.eye(4)
error = float(jnp.abs(a @ jnp.linalg.solve(a, jnp.ones(4)) - 1).max())
assert error < 1e-5, error
twice = jax.pure_callback(lambda v: 2 * v, jax.ShapeDtypeStruct((4,), jnp.float32), jnp.ones(4))
assert twice.tolist() == [2.0] * 4, twice
print(device, "matmul, solve (error %.1e) and a host callback" % error)
"""


BINDINGS = """
from importlib.metadata import version
import jaxlib._native
print(version("jaxlib"), jaxlib._native.__file__.rpartition("/")[2])
"""
EXPORTED = """
import jax, jax.numpy as jnp
from jax import export
gradient = jax.jit(jax.grad(lambda x: jnp.sum(jnp.sin(x) ** 2)))
x = jnp.arange(4.0)
artifact = export.export(gradient)(jax.ShapeDtypeStruct(x.shape, x.dtype)).serialize()
again = export.deserialize(artifact).call(x)
assert jnp.allclose(again, jnp.sin(2 * x), atol=1e-6), again
for wrong, kind in ((lambda: x + jnp.ones(3), TypeError), (lambda: gradient(1), TypeError)):
    try:
        wrong()
    except kind:
        continue
    raise AssertionError(kind)
print(f"{len(artifact)} bytes of artifact, errors of Python's types")
"""
COMPILED = """
import numpy as np
import jaxlib_pjrt as pjrt
program = (
    "func.func public @main(%x: tensor<3xf32>) -> tensor<3xf32> {"
    " %sum = stablehlo.add %x, %x : tensor<3xf32> return %sum : tensor<3xf32> }"
)
executable = pjrt.Client("cpu", cpu_device_count=1).compile(program)
(sums,) = executable(np.float32([1, 2, 3]))
assert np.asarray(sums).tolist() == [2, 4, 6], sums
try:
    executable(np.float32([1]))
except pjrt.errors.InvalidArgument as error:
    print("a program, and what it refuses:", str(error).splitlines()[0][:60])
"""


class EmulationError(DebianError):
    """This machine can't emulate; the text says what was wanted, what was found, and what to run."""


@dataclass(frozen=True, slots=True)
class Machine:
    """An emulated machine; ``python`` is a script that runs the emulated Python."""

    python: Path
    version: str

    def run(self, site: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Step:
        """Run Python with ``arguments`` and the packages in ``site``; the returned step has no name yet."""
        started = time.monotonic()
        clean = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "JAX", "XLA_"))
        }
        variables = {
            **clean,
            "PYTHONPATH": f"{HOME / 'startup'}:{site}",
            "EMULATED_PYTHON": str(self.python),
            **(environment or {}),
        }
        try:
            done = subprocess.run(
                [str(self.python), *arguments],
                capture_output=True,
                text=True,
                env=variables,
                cwd=HOME,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Step("", False, f"nothing within {SECONDS:.0f} s")
        seconds = time.monotonic() - started
        said = [line for line in done.stdout.splitlines() if line.strip()]
        if done.returncode:
            tail = (done.stdout + done.stderr).strip()[-1500:]
            return Step("", False, f"exit status {done.returncode} after {seconds:.0f} s: {tail}")
        return Step("", True, f"{said[-1].strip() if said else 'nothing said'} ({seconds:.0f} s)")


def _build(names: Sequence[str], release: Manifest, python: str) -> None:
    """Builds the wheels of ``names``, and those that they need."""
    build.wheel("core", release.release)
    for name in names:
        if name == "jaxlib":
            build.jaxlib(release.release, ARCHITECTURE, python=build.interpreter(python))
        else:
            build.wheel(name, release.release, ARCHITECTURE)
    if {"jaxlib", "pjrt"} & set(names):
        build.wheel("cpu", release.release, ARCHITECTURE)


def main(argv: Sequence[str]) -> int:
    """Emulate; 0 when every step passes."""
    parser = argparse.ArgumentParser(prog="python -m tools emulate", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which plugins, jaxlib, pjrt (default: all)")
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument("--json", action="store_true", help=f"print JSON of schema {steps.SCHEMA}")
    arguments = parser.parse_args(argv)
    try:
        if not arguments.names or {"jaxlib", "pjrt"} & set(arguments.names):
            _need_compiler()
        emulator = machine()
        release = load(arguments.release, emulator.version)
        available = [
            name
            for name in definitions.plugin_names()
            if definitions.has_library(name, release, ARCHITECTURE)
        ]
        names = arguments.names or [*available, "jaxlib", "pjrt"]
        if not release.serves(f"cp3{emulator.version.partition('.')[2]}"):
            raise EmulationError(
                f"a Python {release.python}, which {release.release} serves",
                f"Python {emulator.version}, the one of this machine's distribution",
                "a newer Debian, or another --release",
            )
        _build(names, release, emulator.version)
        results = steps.told("emulate", (step for name in names for step in tried(name, release, emulator)))
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except (DebianError, ManifestError, ArtifactError, build.BuildError) as error:
        CONSOLE.print(f"error: {error}")
        return 1
    if arguments.json:
        steps.print_json("emulate", release.release, results)
    return 0 if steps.passed(results) else 1


def _need_compiler() -> None:
    """Raise EmulationError if jaxlib and jaxlib-pjrt cannot be compiled, before the plugins take minutes."""
    if not os.environ.get("CXX") and not shutil.which(CROSS_COMPILER):
        raise EmulationError(
            f"{CROSS_COMPILER} on PATH, or CXX set",
            "no C++ compiler for aarch64",
            f"apt-get install {CROSS_PACKAGE}",
        )


def tried(name: str, release: Manifest, machine: Machine) -> Iterator[Step]:
    """Install the plugin ``name``, jaxlib or jaxlib-pjrt for the emulated machine and use it there.

    A failed installation ends it.
    """
    site = HOME / f"site-{name}"
    shutil.rmtree(site, ignore_errors=True)
    of = _of_jaxlib if name == "jaxlib" else _of_pjrt if name == "pjrt" else _of_plugin
    requirements, cases = of(name, release.release)
    started = time.monotonic()
    for requirement in requirements:
        done = _install(site, machine, requirement)
        if done.returncode:
            yield Step(f"{name}: install", False, done.stderr.strip()[-1500:])
            return
    yield Step(
        f"{name}: install", True, f"into Python {machine.version} ({time.monotonic() - started:.0f} s)"
    )
    for title, arguments in cases.items():
        step = machine.run(site, *arguments)
        yield Step(f"{name}: {title}", step.passed, step.found)


#: The trial of a name: the arguments of each installation, and Python's arguments for each case.
Trial = tuple[list[list[str]], dict[str, tuple[str, ...]]]
#: Seconds; what takes a second natively takes a minute under emulation, and longer on a busy machine.
DOCTOR = ("-m", "jaxlib_core", "doctor", "--timeout", "600")


def _of_plugin(name: str, release: str) -> Trial:
    family = [f"jaxlib-{name}=={release}", f"jaxlib-core=={release}"]
    facts = definitions.plugin_facts(name)
    # A vendor's libraries are gigabytes, and of no use without the hardware.
    others = [f"jax=={release}", "packaging"] if facts.get("requires") else []
    cases: dict[str, tuple[str, ...]] = {
        "import": ("-c", IMPORTED, f"jaxlib_{name}"),
        "descriptor": ("-c", DESCRIBED, name),
        "library": ("-c", LOADED, name),
        "doctor": ("-c", DIAGNOSED) if others else DOCTOR,
    }
    if facts["platform"] == "cpu":
        cases["run"] = ("-c", JITTED)
    return [["--no-deps", *family], others] if others else [[f"jax=={release}", *family]], cases


def _of_jaxlib(_: str, release: str) -> Trial:
    family = [f"jaxlib=={release}+{BINDINGS_LABEL}", f"jaxlib-cpu=={release}", f"jaxlib-core=={release}"]
    cases = {
        "import": ("-c", BINDINGS),
        "doctor": DOCTOR,
        "run": ("-c", JITTED),
        "export": ("-c", EXPORTED),
    }
    return [[f"jax=={release}", "flatbuffers", *family]], cases  # jax.export wants flatbuffers


def _of_pjrt(_: str, release: str) -> Trial:
    backend = [f"jaxlib-cpu=={release}", f"jaxlib-core=={release}"]
    return [[f"jaxlib-pjrt=={release}", "packaging"], ["--no-deps", *backend]], {"run": ("-c", COMPILED)}


def _install(site: Path, machine: Machine, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    names = ("jaxlib", *(f"jaxlib-{name}" for name in ("core", "pjrt", *definitions.plugin_names())))
    family = [f"--refresh-package={name}" for name in names]
    command = [
        *(uv(), "pip", "install", "--quiet", "--target", str(site), "--find-links", str(DIST), *family),
        *("--python-platform", PLATFORM, "--python-version", machine.version, "--only-binary", ":all:"),
    ]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)


def machine() -> Machine:
    """The emulated machine, made from Debian's packages unless it exists.

    Raises:
        DebianError: apt can't fetch them.
    """
    root = HOME / "root"
    if not root.is_dir():
        _fetch(root)
    (python,) = (root / "usr" / "bin").glob("python3.[0-9][0-9]")
    qemu = shutil.which(f"qemu-{ARCHITECTURE}-static") or str(
        HOME / "qemu/usr/bin" / f"qemu-{ARCHITECTURE}-static"
    )
    script = HOME / "python"
    script.write_text(f'#!/bin/sh\nexec "{qemu}" -L "{root}" "{python}" "$@"\n', "utf-8")
    script.chmod(0o755)
    # Its child processes must use the script, too: this machine's kernel can't execute the emulated Python.
    startup = HOME / "startup" / "sitecustomize.py"
    startup.parent.mkdir(exist_ok=True)
    startup.write_text('import os, sys\n\nsys.executable = os.environ["EMULATED_PYTHON"]\n', "utf-8")
    done = subprocess.run(
        [
            str(script),
            "-c",
            "import platform; print(platform.machine(), *platform.python_version_tuple()[:2])",
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "EMULATED_PYTHON": str(script), "PYTHONPATH": str(startup.parent)},
        check=False,
    )
    words = done.stdout.split()
    if done.returncode or words[:1] != [ARCHITECTURE]:
        output = (done.stdout + done.stderr).strip()[-800:]
        raise EmulationError(f"a Python that runs as {ARCHITECTURE}", output, f"rm -r {HOME}")
    return Machine(script, ".".join(words[1:]))


def _fetch(root: Path) -> None:
    """Fetch and unpack Python for the other architecture, and QEMU for this one unless the system has it."""
    debian.need("nox -s emulate")
    HOME.mkdir(parents=True, exist_ok=True)
    if shutil.which(f"qemu-{ARCHITECTURE}-static") is None:
        CONSOLE.print("fetching QEMU")
        native = Packages(HOME, debian.architecture())
        native.update()
        native.unpack(["qemu-user-static"], HOME / "qemu")
    CONSOLE.print(f"fetching Python for {ARCHITECTURE}")
    packages = Packages(HOME, DEBIAN)
    packages.update()
    about = packages.apt("apt-cache", "show", "python3")
    depends = re.search(r"^Depends:.*?(python3\.\d+)", about, re.MULTILINE)
    if depends is None:
        raise EmulationError("a package python3", "none", "apt-get update")
    names = packages.required(depends[1], "libstdc++6", "libgcc-s1", "zlib1g")
    packages.unpack(
        [name for name in names if name.startswith(("lib", "python3.", "zlib", "media-types"))], root
    )


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
