"""Everything this repository does, one session each: ``nox -s NAME``; ``nox -l`` lists them.

Without nox, ``python3 noxfile.py -s NAME`` installs it into ``.nox/bootstrap`` first and goes on. That works
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

# uv does not read pip's variable for another index; whoever sets it means both.
if "PIP_INDEX_URL" in os.environ:
    os.environ.setdefault("UV_DEFAULT_INDEX", os.environ["PIP_INDEX_URL"])

PYPROJECT = nox.project.load_toml(ROOT / "pyproject.toml")


def _install(session: nox.Session, *groups: str) -> None:
    session.install(*nox.project.dependency_groups(PYPROJECT, *groups))


@nox.session
def build_core(session: nox.Session) -> None:
    """Build jaxlib-core into dist/ (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "core", *session.posargs)


@nox.session
def build_lock(session: nox.Session) -> None:
    """Build jaxlib-lock, the command of `lock` for users, into dist/ (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "lock", *session.posargs)


@nox.session
def build_pjrt(session: nox.Session) -> None:
    """Build jaxlib-pjrt into dist/ with this machine's C++ compiler (-- --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "pjrt", *session.posargs)


@nox.session
def build_binding(session: nox.Session) -> None:
    """The former name of build_pjrt."""
    build_pjrt.func(session)


@nox.session
def build_jaxlib(session: nox.Session) -> None:
    """Build jaxlib (bindings-only) into dist/ (-- --release RELEASE --python PATH for another Python)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "jaxlib", *session.posargs)


@nox.session
def contract(session: nox.Session) -> None:
    """Compare what jax uses of jaxlib with what ours has (-- --upstream --python PATH --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "contract", *session.posargs)


@nox.session
def build_plugins(session: nox.Session) -> None:
    """Build plugins into dist/ (-- cpu --release RELEASE --arch aarch64 --gpu sm90; default: all of them)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "plugins", *session.posargs)


@nox.session
def build_variants(session: nox.Session) -> None:
    """Build what tools/builder/variants.toml lists into dist/variants/ (-- cuda12 --release RELEASE)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "build", "variants", *session.posargs)


@nox.session
def reproduce(session: nox.Session) -> None:
    """Build twice, once in a clean copy with no network, and compare bytes (-- cpu --arch aarch64)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "reproduce", *session.posargs)


@nox.session
def quickstart(session: nox.Session) -> None:
    """Build what jax needs on a CPU, install it beside jax in a new environment, train a network there."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "quickstart", *session.posargs)


@nox.session
def lock(session: nox.Session) -> None:
    """Lock and verify reproducible environments (-- make --requirements FILE --hardware cpu --out DIR)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "lock", *session.posargs)


@nox.session
def locks(session: nox.Session) -> None:
    """Lock MaxText's requirements for every hardware, Python and release, and reproduce each lock (minutes)."""
    _install(session, "test")
    session.run("python", "-m", "pytest", "tests/locks", "-n", "0", *session.posargs)


#: GB of disk that the tests need while uv's cache is empty.
DISK = 16


@nox.session
def tests(session: nox.Session) -> None:
    """Run all tests, one file per core (-- ARGUMENTS for pytest)."""
    _install(session, "test")
    # uv keeps every wheel of dist/ that it unpacked, also those that were rebuilt since.
    session.run("uv", "cache", "prune", "--quiet")
    if (free := shutil.disk_usage(ROOT).free / 1e9) < DISK:
        session.warn(f"{free:.0f} GB are free; what the tests unpack takes up to {DISK}")
    session.run("python", "-m", "pytest", "--numprocesses=auto", "--dist=loadfile", *session.posargs)


@nox.session
def gpu(session: nox.Session) -> None:
    """Test the CUDA plugin on an NVIDIA GPU, which it needs (-- --plugin cuda12; -- --offline: no registry)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tests.gpu", *session.posargs)


@nox.session
def aot(session: nox.Session) -> None:
    """Compile ahead of time for every target, with every Python: older TPUs, several hosts, CUDA 13, every line."""
    _install(session, "test")
    session.run("python", "-m", "pytest", "tests/aot", *session.posargs)


@nox.session
def matrix(session: nox.Session) -> None:
    """Try compatible and incompatible releases in real environments: an hour (-- --covering: a minute)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "matrix", *session.posargs)


@nox.session
def pages(session: nox.Session) -> None:
    """Write the text of every diagnosis, as jax and the doctor print it, into docs/errors."""
    _install(session, "test")
    session.run("python", "-m", "tests.unit.core.texts", env={"PYTHONPATH": "packages/jaxlib-core/src"})


@nox.session
def faults(session: nox.Session) -> None:
    """Break environments at random, in several ways at once; each diagnosis must name its cause (-- 2000)."""
    _install(session, "test")
    count = session.posargs[0] if session.posargs else "1000"
    session.run("python", "-m", "pytest", "-s", "tests/faults", env={"JAXLIB_FAULTS": count})


@nox.session
def lint(session: nox.Session) -> None:
    """Check types, lint, format and workflows (-- --fix: fix what can be fixed automatically)."""
    _install(session, "lint")
    fix = "--fix" in session.posargs
    session.run("ruff", "check", *(["--fix"] if fix else []))
    session.run("ruff", "format", *([] if fix else ["--check"]))
    session.run("mypy")
    session.run("zizmor", "--offline", "--pedantic", "--quiet", ".github/workflows")


@nox.session
def audit(session: nox.Session) -> None:
    """Check the wheels in dist/: manylinux policy, stable ABI, contents (-- WHEEL ... for some)."""
    _install(session, "tools", "audit")
    session.run("python", "-m", "tools", "audit", *session.posargs)


@nox.session
def emulate(session: nox.Session) -> None:
    """Build the aarch64 wheels, install and run them under QEMU on this machine (needs apt-get and dpkg)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "emulate", *session.posargs)


@nox.session
def index(session: nox.Session) -> None:
    """Write a static package index of dist/ to build/index (-- --serve 8000 to try it)."""
    _install(session, "tools", "publish")
    session.run("python", "-m", "tools", "index", *session.posargs)


@nox.session
def publish(session: nox.Session) -> None:
    """Rehearse a release of dist/ to a registry on this machine; refuse an incomplete set (-- --release LINE)."""
    _install(session, "tools", "audit", "publish")
    session.run("python", "-m", "tools", "publish", *session.posargs)


@nox.session
def new_plugin(session: nox.Session) -> None:
    """Write a plugin's folder for a vendor's PJRT library (-- acme --library /path/libacme.so)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "new_plugin", *session.posargs)


@nox.session
def follow(session: nox.Session) -> None:
    """Derive, measure, compare and try a new release of jax: build/follow (-- 0.12.1; -- --source CHECKOUT)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "follow", *session.posargs)


@nox.session
def refresh(session: nox.Session) -> None:
    """Compare a release manifest with the registry (-- RELEASE --write rewrites it)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "refresh", *session.posargs)


@nox.session
def measure(session: nox.Session) -> None:
    """Measure a release's PJRT libraries and compare with its manifest (-- RELEASE --write rewrites it)."""
    _install(session, "tools", "build-system")
    session.run("python", "-m", "tools", "measure", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Benchmark jaxlib-cpu against the backend inside jaxlib (-- --json FILE; -- family: our jaxlib too)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session
def upstream(session: nox.Session) -> None:
    """Run upstream's tests, and compare with the backend inside jaxlib (-- --tests CHECKOUT --files api,lax)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "upstream", *session.posargs)


@nox.session
def libraries(session: nox.Session) -> None:
    """Run the test suites of libraries, and compare with upstream's jaxlib (-- --suites optax,flax)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "libraries", *session.posargs)


@nox.session
def bench_jaxlib(session: nox.Session) -> None:
    """Benchmark jaxlib (bindings-only) against upstream's (-- --rounds 9 --picture docs/jaxlib.svg)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks", "jaxlib", *session.posargs)


@nox.session
def bench_bindings(session: nox.Session) -> None:
    """The former name of bench_jaxlib."""
    bench_jaxlib.func(session)


@nox.session
def bench_pjrt(session: nox.Session) -> None:
    """Benchmark jaxlib-pjrt against a ctypes client and jax (-- --picture FILE)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks.pjrt", *session.posargs)


@nox.session
def bench_binding(session: nox.Session) -> None:
    """The former name of bench_pjrt."""
    bench_pjrt.func(session)


@nox.session
def models(session: nox.Session) -> None:
    """Run and compile MaxText's models on our backends and upstream's (-- --only llama2-7b --html FILE)."""
    _install(session, "tools", "models")
    session.run("python", "-m", "tools", "models", *session.posargs)


@nox.session
def bench_factory(session: nox.Session) -> None:
    """Measure time and memory of building all plugins, cold and with nothing changed (-- --json FILE)."""
    _install(session, "tools")
    session.run("python", "-m", "benchmarks.factory", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """Check every PJRT library at hand: XLA:CPU, CUDA's and the TPU's without a device (-- --page: docs too)."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "conformance", *session.posargs)


@nox.session
def exports(session: nox.Session) -> None:
    """Export the functions of tests/exported with every jax since 0.4.30 again (-- 0.8.2)."""
    _install(session, "tools")
    session.run("python", "-m", "tests.exported", *session.posargs)


@nox.session
def sanitize(session: nox.Session) -> None:
    """Check jaxlib-pjrt and jaxlib built with sanitizers (-- address bindings steps; needs g++)."""
    _install(session, "test")
    session.run("python", "-m", "tests.sanitize", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz jaxlib-pjrt with damaged inputs and jaxlib with odd arguments (-- --count 10000 --first 5000)."""
    _install(session, "tools")
    session.run("python", "-m", "tests.fuzz", *session.posargs)


@nox.session
def differential(session: nox.Session) -> None:
    """Run the same random steps with our jaxlib and upstream's, and compare (-- --examples 10000)."""
    _install(session, "test")
    session.run("python", "-m", "tests.installed.differential", *session.posargs)


@nox.session
def sizes(session: nox.Session) -> None:
    """Compare the wheels' sizes with upstream's: a table for the README, a picture in docs/."""
    _install(session, "tools")
    session.run("python", "-m", "tools", "sizes", *session.posargs)


if __name__ == "__main__":
    nox.main()
