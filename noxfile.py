"""Everything this repository does, one session each: ``nox -s NAME``; ``nox -l`` lists them.

Each has its group in brackets there: use, build, check, measure, release or maintain.

Without nox, ``python3 noxfile.py -s NAME`` installs it into ``.nox/bootstrap`` first and continues. That works
where the system's Python is externally managed, and needs nothing but Python 3.11 or newer.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent

try:
    import nox
except ModuleNotFoundError:
    if __name__ != "__main__":
        raise
    sys.path.insert(0, str(ROOT))
    from tools import bootstrap

    raise SystemExit(bootstrap.run(ROOT, sys.argv[1:])) from None

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv"
nox.options.sessions = ["lint", "tests"]
nox.options.error_on_missing_interpreters = True

# uv does not read pip's variable for another index; a user who sets it means both.
if "PIP_INDEX_URL" in os.environ:
    os.environ.setdefault("UV_DEFAULT_INDEX", os.environ["PIP_INDEX_URL"])


def _install(session: nox.Session, *groups: str) -> None:
    """Install groups of pyproject.toml, by name: nox prints this command, and all pins are a screen of text."""
    session.install(*(f"--group={group}" for group in groups))


# ---- Use


@nox.session(tags=["use"])
def quickstart(session: nox.Session) -> None:
    """Build the family's wheels for a CPU, install them with jax in a new environment, train a network there."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "quickstart", *session.posargs)


@nox.session(tags=["use"])
def lock(session: nox.Session) -> None:
    """Lock and verify reproducible environments (-- make --requirements FILE --hardware cpu --out DIR)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "lock", *session.posargs)


# ---- Build


@nox.session(tags=["build"])
def build_core(session: nox.Session) -> None:
    """Build jaxlib-core into dist/ (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "core", *session.posargs)


@nox.session(tags=["build"])
def build_jaxlib(session: nox.Session) -> None:
    """Build jaxlib (bindings-only) into dist/ (-- --release RELEASE --python X.Y --arch aarch64)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "jaxlib", *session.posargs)


@nox.session(tags=["build"])
def build_lock(session: nox.Session) -> None:
    """Build jaxlib-lock, which has the `lock` command for users, into dist/ (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "lock", *session.posargs)


@nox.session(tags=["build"])
def build_pjrt(session: nox.Session) -> None:
    """Build jaxlib-pjrt into dist/ with this machine's C++ compiler (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "pjrt", *session.posargs)


@nox.session(tags=["build"])
def build_binding(session: nox.Session) -> None:
    """The former name of build_pjrt."""
    build_pjrt.func(session)


@nox.session(tags=["build"])
def build_plugins(session: nox.Session) -> None:
    """Build plugins into dist/ (-- cpu --release RELEASE --arch aarch64 --gpu sm90; default: all of them)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "plugins", *session.posargs)


@nox.session(tags=["build"])
def build_variants(session: nox.Session) -> None:
    """Build the variants of tools/builder/variants.toml into dist/variants/ (-- cuda12 --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "variants", *session.posargs)


# ---- Check


@nox.session(tags=["check"])
def lint(session: nox.Session) -> None:
    """Check types, lint, format and workflows (-- --fix: fix what can be fixed automatically)."""
    _install(session, "lint")
    fix = "--fix" in session.posargs
    session.run("ruff", "check", *(["--fix"] if fix else []))
    session.run("ruff", "format", *([] if fix else ["--check"]))
    session.run("mypy")
    session.run("actionlint")
    session.run("zizmor", "--offline", "--pedantic", "--quiet", ".github/workflows")
    session.run("shellcheck", ".ci/run")


@nox.session(tags=["check"])
def types(session: nox.Session) -> None:
    """Check that every public name of the packages and plugins has a type that all type checkers agree on."""
    _install(session, "types")
    sources = [folder / "src" for folder in sorted((ROOT / "packages").glob("jaxlib*"))]
    # A plugin's package has the modules that all plugins share and its own, as in its wheel.
    for plugin in sorted((ROOT / "plugins").glob("jaxlib-*")):
        folder = ROOT / "build/types" / plugin.name
        shutil.rmtree(folder, ignore_errors=True)
        package = folder / plugin.name.replace("-", "_")
        for source in (ROOT / "plugins/extension/src", plugin / "src" / package.name):
            if source.is_dir():
                shutil.copytree(source, package, dirs_exist_ok=True)
        (package / "py.typed").touch()
        sources.append(folder)
    variables = {"PYTHONPATH": os.pathsep.join(map(str, sources))}
    for source in sources:
        for marker in sorted(source.glob("*/py.typed")):
            session.run(
                "basedpyright", "--ignoreexternal", "--verifytypes", marker.parent.name, env=variables
            )


#: GB of disk that the tests need if uv's cache is empty.
DISK = {"tests": 6, "everything": 25}
#: Seconds that one of these tests may take, with the wheels that it is the first to build.
TEST_LIMIT = 1200


@nox.session(tags=["check"])
def tests(session: nox.Session) -> None:
    """Run the tests that tests/long.toml does not list (-- ARGUMENTS for pytest: all that they select)."""
    _test(session, *(session.posargs or ["-m", "not long"]))


@nox.session(tags=["check"])
def everything(session: nox.Session) -> None:
    """Run all tests: every wheel, release line and Python here (-- -m long: only those that `tests` leaves out)."""
    _install(session, "test")
    # If no browser can be fetched, tests of pages in one are skipped, and reported as not tested.
    session.run("python", "-m", "tools", "browser", success_codes=[0, 1])
    # The same holds for Pythons, unless JAXLIB_TEST_PYTHONS names them.
    named = os.environ.get("JAXLIB_TEST_PYTHONS", "").split()
    session.run("python", "-m", "tools", "interpreters", *named, success_codes=[0, 1])
    _test(session, *session.posargs)


def _test(session: nox.Session, *arguments: str) -> None:
    _install(session, "test")
    # uv's cache keeps every unpacked wheel of dist/, even of earlier builds.
    session.run("uv", "cache", "prune", "--quiet")
    if (free := shutil.disk_usage(ROOT).free / 1e9) < DISK[session.name]:
        session.warn(f"{free:.0f} GB are free; what the tests unpack takes up to {DISK[session.name]}")
    session.run(
        *("python", "-m", "pytest", "--numprocesses=auto", "--dist=loadfile", "--durations=20"),
        # A test that hangs ends the run, with its name and stack. A new process would begin with it again.
        *("--max-worker-restart=0", "-o", "faulthandler_exit_on_timeout=true"),
        *("-o", f"faulthandler_timeout={TEST_LIMIT}", *arguments),
    )


@nox.session(tags=["build"])
def interpreters(session: nox.Session) -> None:
    """Fetch the Pythons that jaxlib is built for and this machine lacks, from Debian's packages (-- 3.14)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "interpreters", *session.posargs)


@nox.session(tags=["check"])
def audit(session: nox.Session) -> None:
    """Check the wheels in dist/: manylinux policy, stable ABI, contents (-- WHEEL ... for some)."""
    _install(session, "tools", "audit")
    session.run("python", "-m", "tools", "audit", *session.posargs)


@nox.session(tags=["check"])
def reproduce(session: nox.Session) -> None:
    """Build twice, once in a clean copy with no network, and compare bytes (-- cpu --arch aarch64)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "reproduce", *session.posargs)


@nox.session(tags=["check"])
def contract(session: nox.Session) -> None:
    """Compare the names of jaxlib that jax uses with ours (-- --upstream --python PATH --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "contract", *session.posargs)


@nox.session(tags=["check"])
def conformance(session: nox.Session) -> None:
    """Check XLA:CPU's PJRT library, and CUDA's and the TPU's without a device (-- --page: write docs, too)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "conformance", *session.posargs)


@nox.session(tags=["check"])
def gpu(session: nox.Session) -> None:
    """Test the CUDA plugin on an NVIDIA GPU, which it needs (-- --plugin cuda12; -- --offline: no registry)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "gpu", *session.posargs)


@nox.session(tags=["check"])
def aot(session: nox.Session) -> None:
    """Compile ahead of time for every target, with every Python: older TPUs, several hosts, CUDA 13, every line."""
    _install(session, "test")
    session.run("python", "-m", "pytest", "tests/aot", *session.posargs)


@nox.session(tags=["check"])
def emulate(session: nox.Session) -> None:
    """Build the aarch64 wheels, install and run them under QEMU on this machine (needs apt-get and dpkg)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "emulate", *session.posargs)


@nox.session(tags=["check"])
def locks(session: nox.Session) -> None:
    """Lock real requirements for every hardware, Python and release, and reproduce each lock, months later too."""
    _install(session, "test")
    session.run("python", "-m", "pytest", "tests/locks", "-n", "0", *session.posargs)


@nox.session(tags=["check"])
def exports(session: nox.Session) -> None:
    """Remake the archives of tests/exported with every jax since 0.4.30 (-- 0.8.2: only that release)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "exports", *session.posargs)


@nox.session(tags=["check"])
def matrix(session: nox.Session) -> None:
    """Try compatible and incompatible releases in real environments: an hour (-- --covering: a minute)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "matrix", *session.posargs)


@nox.session(tags=["check"])
def faults(session: nox.Session) -> None:
    """Break environments at random, in several ways at once; each diagnosis must name its cause (-- 2000)."""
    _install(session, "test")
    count = session.posargs[0] if session.posargs else "1000"
    session.run("python", "-m", "pytest", "-s", "tests/faults", env={"JAXLIB_FAULTS": count})


@nox.session(tags=["check"])
def repairs(session: nox.Session) -> None:
    """Break environments by a table, run the doctor's first command in each, use jax (-- 1/2, or random:50)."""
    _install(session, "test")
    part, *more = session.posargs or ["all"]
    if part.startswith("-"):
        part, more = "all", list(session.posargs)
    command = ("python", "-m", "pytest", "-v", "-n", "0", *more, "tests/faults/test_repairs.py")
    session.run(*command, env={"JAXLIB_REPAIRS": part})


@nox.session(tags=["check"])
def distributed(session: nox.Session) -> None:
    """Fail processes of jobs of jax.distributed at random; the others must end too (-- 1000 12: 12 at once)."""
    _install(session, "test")
    count, jobs = (*session.posargs, *("1000", "12")[len(session.posargs) :])
    only = ["-s", "-k", "random_failures"]
    variables = {"JAXLIB_DISTRIBUTED_FAILURES": count, "JAXLIB_DISTRIBUTED_JOBS": jobs}
    session.run(
        "python", "-m", "pytest", "-n", "0", "tests/installed/test_distributed.py", *only, env=variables
    )


@nox.session(tags=["check"])
def upstream(session: nox.Session) -> None:
    """Run upstream's tests, and compare with the backend inside jaxlib (-- --tests CHECKOUT --files api,lax)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "upstream", *session.posargs)


@nox.session(tags=["check"])
def kernels(session: nox.Session) -> None:
    """Compare the kernels of upstream's Pallas tests with each jaxlib, without a device (-- --tests CHECKOUT)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "kernels", *session.posargs)


@nox.session(tags=["check"])
def libraries(session: nox.Session) -> None:
    """Run the test suites of libraries, and compare with upstream's jaxlib (-- --suites optax,flax)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "libraries", *session.posargs)


@nox.session(tags=["check"])
def models(session: nox.Session) -> None:
    """Run and compile MaxText's models on our backends and upstream's (-- --only llama2-7b --html FILE)."""
    _install(session, "tools", "models")
    session.run("python", "-m", "tools", "models", *session.posargs)


@nox.session(tags=["check"])
def differential(session: nox.Session) -> None:
    """Run the same random steps with our jaxlib and upstream's, and compare (-- --examples 10000)."""
    _install(session, "test")
    session.run("python", "-m", "tools", "differential", *session.posargs)


@nox.session(tags=["check"])
def fuzz(session: nox.Session) -> None:
    """Fuzz jaxlib-pjrt with damaged inputs and jaxlib with odd arguments (-- --count 10000 --first 5000)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "fuzz", *session.posargs)


@nox.session(tags=["check"])
def sanitize(session: nox.Session) -> None:
    """Check jaxlib-pjrt and jaxlib built with sanitizers (-- address free-threaded; needs g++)."""
    _install(session, "test")
    session.run("python", "-m", "tools", "sanitize", *session.posargs)


# ---- Measure


@nox.session(tags=["measure"])
def sizes(session: nox.Session) -> None:
    """Compare the wheels' sizes with upstream's: a table and a picture in docs/."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "sizes", *session.posargs)


@nox.session(tags=["measure"])
def bench(session: nox.Session) -> None:
    """Benchmark jaxlib-cpu against the backend inside jaxlib (-- --json FILE; -- family: our jaxlib too)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session(tags=["measure"])
def bench_jaxlib(session: nox.Session) -> None:
    """Benchmark jaxlib (bindings-only) against upstream's (-- --rounds 9 --picture docs/jaxlib.svg)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks", "jaxlib", *session.posargs)


@nox.session(tags=["measure"])
def bench_bindings(session: nox.Session) -> None:
    """The former name of bench_jaxlib."""
    bench_jaxlib.func(session)


@nox.session(tags=["measure"])
def bench_pjrt(session: nox.Session) -> None:
    """Benchmark jaxlib-pjrt against a ctypes client and jax (-- --picture FILE)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks.pjrt", *session.posargs)


@nox.session(tags=["measure"])
def bench_binding(session: nox.Session) -> None:
    """The former name of bench_pjrt."""
    bench_pjrt.func(session)


@nox.session(tags=["measure"])
def sweep(session: nox.Session) -> None:
    """Measure every function of a table, its values too, against upstream's (-- --sample 8 --only FFT; hours)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks.sweep", *session.posargs)


@nox.session(tags=["measure"])
def bench_factory(session: nox.Session) -> None:
    """Measure time and memory of building all plugins, cold and with nothing changed (-- --json FILE)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks.factory", *session.posargs)


@nox.session(tags=["measure"])
def bench_lock(session: nox.Session) -> None:
    """Measure time and memory of jaxlib-lock against uv's own (-- --project flax --hardware cpu --python 3.12)."""
    _install(session, "tools", "models")
    session.run("python", "-m", "benchmarks.locks", *session.posargs)


@nox.session(tags=["measure"])
def trace(session: nox.Session) -> None:
    """Record a profile with our jaxlib, and draw it as docs/trace.svg (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "trace", *session.posargs)


# ---- Release


@nox.session(tags=["release"])
def attest(session: nox.Session) -> None:
    """Sign the wheels in dist/ with a workflow's identity, for the index's provenance (-- WHEEL ... for some)."""
    _install(session, "attest")
    session.run("python", "-m", "tools", "attest", *session.posargs)


@nox.session(tags=["release"])
def index(session: nox.Session) -> None:
    """Write a static package index of dist/ to build/index (-- --serve 8000 to try it)."""
    _install(session, "tools", "publish")
    session.run("python", "-m", "tools", "index", *session.posargs)


@nox.session(tags=["release"])
def site(session: nox.Session) -> None:
    """Build the documentation site, strictly, into build/site (-- --release RELEASE; needs a C++ compiler)."""
    _install(session, "tools", "site", "build-system")
    session.run("python", "-m", "tools", "site", *session.posargs)


@nox.session(tags=["release"])
def rehearse(session: nox.Session) -> None:
    """Rehearse a release of dist/ with a registry on this machine; refuse an incomplete set (-- --release LINE)."""
    _install(session, "tools", "audit", "publish")
    session.run("python", "-m", "tools", "rehearse", *session.posargs)


@nox.session(tags=["release"])
def publish(session: nox.Session) -> None:
    """The former name of rehearse."""
    rehearse.func(session)


# ---- Maintain


@nox.session(tags=["maintain"])
def follow(session: nox.Session) -> None:
    """Derive, measure, compare and try a new release of jax: build/follow (-- 0.12.1; -- --source CHECKOUT)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "follow", *session.posargs)


@nox.session(tags=["maintain"])
def refresh(session: nox.Session) -> None:
    """Compare a release manifest with the registry (-- RELEASE --write rewrites it)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "refresh", *session.posargs)


@nox.session(tags=["maintain"])
def measure(session: nox.Session) -> None:
    """Measure a release's PJRT libraries and compare with its manifest (-- RELEASE --write rewrites it)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "measure", *session.posargs)


@nox.session(tags=["maintain"])
def pages(session: nox.Session) -> None:
    """Write generated pages: docs/errors, the benchmarks' numbers, the table of GPUs and wheels."""
    _install(session, "test")
    session.run("python", "-m", "tools", "pages")
    session.run("python", "-m", "tools", "gpus", "--page")


@nox.session(tags=["maintain"])
def new_plugin(session: nox.Session) -> None:
    """Write a plugin's folder for a vendor's PJRT library (-- acme --library /path/libacme.so)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "new_plugin", *session.posargs)


if __name__ == "__main__":
    nox.main()
