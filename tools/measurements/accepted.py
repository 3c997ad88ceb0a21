"""Finds the PJRT C API versions that upstream's jaxlib accepts, by offering it plugins of different versions.

Such a plugin reports a version and nothing else. Each is offered in a subprocess of its own, to the jaxlib of an
environment whose Python the caller names; `python -m tools measure` makes the environment.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from plugins.extension import compile as zig
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact
from tools.measurements.library import MeasurementError

#: To be incremented when the offered plugin changes.
RECIPE = 1
#: A minor version that no library will have soon; a jaxlib that accepts it has no upper limit.
HIGHEST = 999
#: The major versions that are tried.
_MAJORS = range(3)
LIMIT = 120.0
_OUTSIDE = ("PYTHON", "JAX", "XLA_", "PJRT_", "TPU_", "LD_")
#: A plugin with the version in two environment variables, whose functions all do nothing and return no error.
_PLUGIN = """
#include <stdlib.h>
enum { COUNT = 400 };
struct version { size_t size; void *extensions; int major, minor; };
typedef void *function(void *);
struct api { size_t size; void *extensions; struct version version; function *functions[COUNT]; };
static struct api api = {sizeof(struct api), NULL, {24, NULL, 0, 0}, {NULL}};
static void *nothing(void *args) { return args ? NULL : NULL; }
__attribute__((visibility("default"))) const struct api *GetPjrtApi(void);
const struct api *GetPjrtApi(void) {
  for (int index = 0; index < COUNT; ++index) api.functions[index] = nothing;
  api.version.major = atoi(getenv("MEASURED_MAJOR"));
  api.version.minor = atoi(getenv("MEASURED_MINOR"));
  return &api;
}
"""
#: Offers the plugin; some releases check the version when a plugin is loaded, others when it is initialized.
_OFFER = """
import os, sys
from jaxlib import xla_client
try:
    xla_client.load_pjrt_plugin_dynamically("measured", sys.argv[1])
    xla_client.initialize_pjrt_plugin("measured")
except Exception as error:
    print("REFUSED", str(error).replace("\\n", " "), flush=True)
else:
    print("ACCEPTED", flush=True)
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The versions that a jaxlib accepts.

    Attributes:
        jaxlib: its version.
        major: the only major version that it accepts.
        minimum: the lowest version that it accepts, `major.minor`; it accepts every later one of the major version.
        refusal: its error for the version below the lowest.
    """

    jaxlib: str
    major: int
    minimum: str
    refusal: str


def accepted(python: Path) -> Accepted:
    """The versions that the jaxlib of an environment accepts.

    Raises:
        MeasurementError: there is no jaxlib, no version is accepted, or the accepted versions are not contiguous.
        CompileError: the plugin could not be compiled.
    """
    with tempfile.TemporaryDirectory(prefix="jaxlib-accepted-") as folder:
        source, plugin = Path(folder, "version.c"), Path(folder, "version.so")
        source.write_text(_PLUGIN, "utf-8")
        zig.compile_shared([source], plugin, target=f"{platform.machine()}-linux-gnu.2.17")
        version = _run(python, folder, ["-c", "import jaxlib; print(jaxlib.__version__)"], {}).strip()
        refusals: dict[tuple[int, int], str] = {}

        def offered(major: int, minor: int) -> bool:
            variables = {"MEASURED_MAJOR": str(major), "MEASURED_MINOR": str(minor)}
            lines = _run(python, folder, ["-c", _OFFER, str(plugin)], variables).splitlines()
            verdict, _, reason = (lines or [""])[-1].partition(" ")
            if verdict not in {"ACCEPTED", "REFUSED"}:
                raise MeasurementError(f"jaxlib {version}: offered {major}.{minor}, it said {lines[-3:]}")
            refusals[major, minor] = reason
            return verdict == "ACCEPTED"

        majors = [major for major in _MAJORS if offered(major, HIGHEST)]
        if len(majors) != 1:
            raise MeasurementError(
                f"jaxlib {version}: wanted one major version of the PJRT C API that it accepts, found "
                f"{', '.join(map(str, majors)) or 'none'}: {refusals[0, HIGHEST]}"
            )
        (major,) = majors
        lowest = _lowest(lambda minor: offered(major, minor), HIGHEST)
        return Accepted(version, major, f"{major}.{lowest}", refusals.get((major, lowest - 1), ""))


def kept(artifact: Artifact, cache: Cache, environment: Callable[[], Path]) -> Accepted:
    """The cached measurement of the same wheels of jaxlib; else it is measured in an ``environment`` with one.

    Raises:
        MeasurementError, CompileError: as of `accepted`.
    """
    wheels = sorted(file.sha256 for file in artifact.files)
    recipe = json.dumps({"accepted": RECIPE, "wheels": wheels}).encode()

    def make(path: Path) -> None:
        path.write_text(json.dumps(asdict(accepted(environment()))), "utf-8")

    path = cache.derived(hashlib.sha256(recipe).hexdigest(), "accepted.json", make)
    return Accepted(**json.loads(path.read_text("utf-8")))


def _lowest(holds: Callable[[int], bool], known: int) -> int:
    """The lowest number for which ``holds`` is true, given that it is true for ``known`` and never false above."""
    low, high = 0, known
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _run(python: Path, folder: str, arguments: list[str], more: dict[str, str]) -> str:
    """The output of an environment's Python.

    Raises:
        MeasurementError: It failed, or did not end in time.
    """
    variables = {key: value for key, value in os.environ.items() if not key.startswith(_OUTSIDE)}
    try:
        done = subprocess.run(
            [str(python), *arguments],
            cwd=folder,
            env={**variables, **more},
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    except OSError as error:
        raise MeasurementError(
            f"{python}: wanted a Python with upstream's jaxlib: {error.strerror}"
        ) from None
    except subprocess.TimeoutExpired:
        raise MeasurementError(f"{python}: it did not return within {LIMIT:.0f} s") from None
    if done.returncode:
        tail = " / ".join(done.stderr.strip().splitlines()[-3:])
        raise MeasurementError(
            f"{python}: wanted a Python with upstream's jaxlib: exit status {done.returncode}: {tail}"
        )
    return done.stdout
