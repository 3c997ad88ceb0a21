"""``python -m tools rehearse``: rehearses a release with a registry on this machine; nothing leaves the machine.

- A set of wheels is refused unless it is complete: jaxlib-core, jaxlib-lock, jaxlib for every Python and
  architecture, jaxlib-pjrt for every architecture, and every plugin for every architecture that the release's
  manifest has a library for. Each wheel must be within the registry's limits and pass its audit.
- The set is uploaded to a pypiserver on the loopback device, and downloaded files must have the same bytes.
- pip and uv must resolve every distribution from there, for every system.
- Each plugin for this machine is installed for each of its Pythons, with the install page's commands, and jax
  computes in that environment. Other requirements come from the registry that the installers use anyway.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import requests
from filelock import FileLock, Timeout
from packaging.utils import canonicalize_name, parse_wheel_filename
from pypi_simple import PyPISimple

from tools import BINDINGS_LABEL, BUILD, DIST, ROOT
from tools.artifacts.index_client import index_url
from tools.artifacts.manifest import DEFAULT, Manifest, ManifestError, Use, known, load, releases
from tools.audit import audit
from tools.builder import definitions
from tools.console import steps
from tools.console.progress import CONSOLE
from tools.console.steps import Step
from tools.environments.venv import Environment, uv
from tools.interpreters import abi, pythons
from tools.publish import index
from tools.wheels.wheelfile import glibc

ARCHITECTURES = ("x86_64", "aarch64")
INSTALLERS = ("uv", "pip")
#: The glibc of the oldest system on which the whole family can be installed; auditwheel and the audit check that no
#: wheel needs a newer one. A library in another distribution may.
SYSTEM = (2, 28)
#: The folder for a run's temporary files.
SCRATCH = BUILD / "publish"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wheel that the release must have, identified by the beginning and the end of its name.

    ``python`` (3.12) and ``label`` are for a wheel of one Python with a local version.
    """

    distribution: str
    architecture: str
    pattern: str
    command: str
    python: str = ""
    label: str = ""

    def __str__(self) -> str:
        return f"{self.distribution} for {self.architecture}{self.python and f' and Python {self.python}'}"


def main(argv: Sequence[str]) -> int:
    """Rehearse a release; 0 when every step holds."""
    parser = argparse.ArgumentParser(prog="python -m tools rehearse", description=__doc__)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--release", choices=known(), help=f"release line ({DEFAULT})")
    which.add_argument(
        "--every-line", action="store_true", help="all release lines, each of which must be whole"
    )
    parser.add_argument("--dist", type=Path, default=DIST, help="where the wheels are (default: dist/)")
    parser.add_argument("--json", action="store_true", help=f"print JSON of schema {steps.SCHEMA}")
    arguments = parser.parse_args(argv)
    try:
        lines = [load(name) for name in (releases() if arguments.every_line else [arguments.release])]
        for line in lines:
            if line.release not in releases():
                raise ManifestError(
                    f"{line.path} is a draft, and drafts are not published\n"
                    f"To make a line of it, run: nox -s follow -- {line.release} --accept"
                )
        results = steps.told("rehearse", rehearse_all(lines, arguments.dist))
    except ManifestError as error:
        CONSOLE.print(f"error: {error}")
        return 1
    passed = steps.passed(results)
    names = ", ".join(line.release for line in lines)
    if arguments.json:
        steps.print_json("rehearse", names, results)
    CONSOLE.print(
        f"{names}: the release is complete" if passed else f"{names}: refused; nothing left this machine"
    )
    if not index.configuration().get("address"):
        CONSOLE.print(
            f"WARNING: address in {index.CONFIGURATION} is empty, so the wheels' metadata name no homepage, "
            "documentation, changelog or issue tracker.\nSet it and build the wheels again before a release."
        )
    return 0 if passed else 1


def rehearse_all(lines: Sequence[Manifest], dist: Path) -> Iterator[Step]:
    """The steps of every line; while a line lacks a wheel, none is rehearsed, because that takes minutes."""
    problems = [problem for line in lines for problem in chosen(line, dist)[1]]
    yield from problems
    if not problems:
        for line in lines:
            yield from rehearse(line, dist)


def rehearse(release: Manifest, dist: Path) -> Iterator[Step]:
    """The steps of the rehearsal in order; an early failure ends it."""
    wheels, problems = chosen(release, dist)
    yield from problems
    if problems:
        return
    yield Step(
        "set", True, f"{len(wheels)} wheels, {sum(path.stat().st_size for path in wheels) / 1e6:.1f} MB"
    )
    failed = False
    for check in (sizes, audited, described):
        for step in check(wheels):
            failed |= not step.passed
            yield step
    if failed:
        return
    with registry() as (url, packages):
        step = uploaded(wheels, url)
        yield step
        if not step.passed:
            return
        # pypiserver does not serve metadata without the wheel, so pip would have to fetch every wheel that it
        # considers.
        site = packages.parent / "index"
        with index.serving(site) as pages:
            entries = [index.entry(path) for path in sorted(packages.glob("*.whl"))]
            index.write(entries, site, url=pages.removesuffix("simple/"))
            yield from installable(release, {"uv": f"{url}simple/", "pip": pages})
            yield from installed(release, pages)


def wanted(release: Manifest) -> list[Wanted]:
    """The wheels of a complete release."""
    version = release.release
    patterns = [
        Wanted(
            f"jaxlib-{name}",
            "any",
            f"jaxlib_{name}-{version}-*-any.whl",
            f"nox -s build_{name} -- --release {version}",
        )
        for name in ("core", "lock")
    ]
    for architecture in ARCHITECTURES:
        patterns += _wanted_for(architecture, release)
    return patterns


def _wanted_for(architecture: str, release: Manifest) -> Iterator[Wanted]:
    version = release.release
    arguments = f"--release {version} --arch {architecture}"
    command = f"nox -s build_pjrt -- {arguments}"
    yield Wanted("jaxlib-pjrt", architecture, f"jaxlib_pjrt-{version}-*_{architecture}.whl", command)
    for python in definitions.jaxlib_pythons(release):
        tag = abi(python)
        yield Wanted(
            "jaxlib",
            architecture,
            f"jaxlib-{version}+{BINDINGS_LABEL}-{tag}-{tag}-*_{architecture}.whl",
            f"nox -s build_jaxlib -- {arguments} --python {python}",
            python,
            f"+{BINDINGS_LABEL}",
        )
    for name in definitions.plugin_names():
        if definitions.has_library(name, release, architecture):
            yield Wanted(
                f"jaxlib-{name}",
                architecture,
                f"jaxlib_{name}-{version}-*_{architecture}.whl",
                f"nox -s build_plugins -- {name} {arguments}",
            )


def chosen(release: Manifest, dist: Path) -> tuple[list[Path], list[Step]]:
    """The wheels of the release in ``dist``, and a failed step for each that is missing or duplicated."""
    wheels, problems = [], []
    for wheel in wanted(release):
        paths = sorted(dist.glob(wheel.pattern))
        if len(paths) == 1:
            wheels.append(paths[0])
        elif paths:
            names = ", ".join(path.name for path in paths)
            problems.append(Step("set", False, f"{wheel} is there more than once: {names}", f"rm {paths[0]}"))
        else:
            problems.append(Step("set", False, f"{wheel} is not in {dist}", wheel.command))
    return wheels, problems


def sizes(wheels: Sequence[Path]) -> Iterator[Step]:
    """No file exceeds the registry's limit for its project."""
    limits = index.configuration()["limit"]
    for path in wheels:
        project = canonicalize_name(parse_wheel_filename(path.name)[0])
        limit, size = limits.get(project, limits["default"]), path.stat().st_size / 1e6
        yield Step(
            "size",
            size <= limit,
            f"{path.name}: {size:.1f} MB of {limit:.0f} MB",
            "" if size <= limit else f"nox -s audit -- --json {path}    (says what takes the bytes)",
        )


def audited(wheels: Sequence[Path]) -> Iterator[Step]:
    """Every wheel passes its audit."""
    for path in wheels:
        done = audit.audit(path)
        failed = ", ".join(sorted(done.failed))
        yield Step(
            "audit",
            done.passed,
            f"{path.name}: {f'fails {failed}' if failed else f'{len(done.checks)} checks'}",
            "" if done.passed else f"nox -s audit -- {path}",
        )


def described(wheels: Sequence[Path]) -> Iterator[Step]:
    """The registry would accept the metadata and can render the description."""
    done = _run("twine", "check", "--strict", *map(str, wheels))
    passed = done.returncode == 0
    yield Step("metadata", passed, f"{len(wheels)} files" if passed else _last(done))


@contextmanager
def registry() -> Iterator[tuple[str, Path]]:
    """An empty pypiserver on the loopback device; yields its address, and the folder of the uploaded files."""
    with scratch() as folder:
        packages, log = folder / "packages", folder / "log"
        packages.mkdir()
        command = [sys.executable, "-m", "tools.publish.server", str(packages)]
        with (
            log.open("wb") as errors,
            subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            ) as server,
        ):
            assert server.stdin
            assert server.stdout
            try:
                port = server.stdout.readline().decode().strip()
                if not port:
                    raise RuntimeError(
                        f"pypiserver did not start: {log.read_text('utf-8', 'replace')[-2000:]}"
                    )
                yield f"http://127.0.0.1:{port}/", packages
            finally:
                server.stdin.close()


@contextmanager
def scratch() -> Iterator[Path]:
    """A temporary folder of this run in ``SCRATCH``; the folders of killed runs are removed, too.

    A run holds the lock beside its folder; the system releases the lock of a process that has ended.
    """
    SCRATCH.mkdir(parents=True, exist_ok=True)
    with FileLock(SCRATCH / "lock"):
        for left in SCRATCH.glob("run-*.lock"):
            with suppress(Timeout), FileLock(left, timeout=0):
                _clear(left)
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=SCRATCH))
        mine = folder.with_suffix(".lock")
        held = FileLock(mine)
        held.acquire()
    try:
        yield folder
    finally:
        _clear(mine)
        held.release()


def _clear(lock: Path) -> None:
    shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
    lock.unlink(missing_ok=True)


def uploaded(wheels: Sequence[Path], url: str) -> Step:
    """After twine's upload, the registry lists every wheel with its hash."""
    arguments = ("--non-interactive", "--disable-progress-bar", "--username", "dry", "--password", "run")
    done = _run("twine", "upload", "--repository-url", url, *arguments, *map(str, wheels))
    if done.returncode:
        return Step("upload", False, _last(done))
    listed: dict[str, str | None] = {}
    with PyPISimple(f"{url}simple/", session=_session()) as client:
        for project in {canonicalize_name(parse_wheel_filename(path.name)[0]) for path in wheels}:
            for package in client.get_project_page(project).packages:
                listed[package.filename] = package.digests.get("sha256")
    wrong = [path.name for path in wheels if listed.get(path.name) != _sha256(path)]
    return Step(
        "upload",
        not wrong and len(listed) == len(wheels),
        f"{len(listed)} files listed, {', '.join(wrong) + ' not as they are' if wrong else 'each with its hash'}",
    )


def installable(release: Manifest, registries: Mapping[str, str]) -> Iterator[Step]:
    """Both pip and uv find a set of distributions for every plugin, architecture and Python at its ends.

    Nothing is installed: `installed` does that, for this machine only. uv can resolve for any system, pip for a
    given set of tags in a new environment. ``registries`` has, for each installer, the index that it searches
    before its usual registry.
    """
    versions = [version for version in pythons() if release.has_jaxlib(f"cp3{version[1]}")]
    if not versions:
        yield Step("resolve", False, f"no Python on this machine that {release.release} serves")
        return
    with scratch() as folder:
        environment = Environment.create(folder / "env", pythons()[versions[0]], seed=True)
        for wheel in wanted(release):
            architecture = ARCHITECTURES[0] if wheel.architecture == "any" else wheel.architecture
            oldest = system(wheel, release)
            ends = dict.fromkeys((versions[0], versions[-1]))
            for python in [wheel.python] if wheel.python else [f"{end[0]}.{end[1]}" for end in ends]:
                for installer, url in registries.items():
                    started = time.monotonic()
                    requirement = f"{wheel.distribution}=={release.release}{wheel.label}"
                    resolve = _by_uv if installer == "uv" else _by_pip
                    done = resolve(requirement, url, python, (architecture, oldest), environment)
                    count = len(done.stdout.splitlines())
                    what = f"{installer}, Python {python}, {architecture}: {requirement}"
                    yield Step(
                        "resolve",
                        done.returncode == 0 and requirement in done.stdout,
                        f"{what}: {count} distributions in {time.monotonic() - started:.1f} s"
                        if done.returncode == 0
                        else f"{what}: {done.stderr.strip()[-1500:]}",
                    )


@dataclass(frozen=True, slots=True)
class Combination:
    """The distributions to install in one environment; ``alone``: without the vendor's libraries."""

    distribution: str
    python: str
    installer: str
    alone: bool

    def __str__(self) -> str:
        return (
            f"{self.installer}, Python {self.python}: jax and {self.distribution}"
            f"{' without its requirements' if self.alone else ''}"
        )


def combinations(release: Manifest, here: Iterable[str], architecture: str) -> list[Combination]:
    """Each distribution for ``architecture``, with each Python of ``here`` that has a jaxlib, by each installer.

    NVIDIA's libraries and libtpu are gigabytes of other projects' files; plugins that require them are installed
    alone.
    """
    names = dict.fromkeys(
        wheel.distribution
        for wheel in wanted(release)
        if wheel.distribution != "jaxlib" and wheel.architecture in ("any", architecture)
    )
    return [
        Combination(name, python, installer, _needs_a_vendor(name))
        for python in definitions.jaxlib_pythons(release)
        if python in here
        for name in names
        for installer in INSTALLERS
    ]


def _needs_a_vendor(distribution: str) -> bool:
    name = distribution.removeprefix("jaxlib-")
    return name in definitions.plugin_names() and name != "cpu"


def installed(release: Manifest, pages: str) -> Iterator[Step]:
    """Every combination for this machine is installed from the index at ``pages``, and jax computes in it."""
    architecture = platform.machine()
    interpreters = {f"{major}.{minor}": path for (major, minor), path in pythons().items()}
    tried = combinations(release, interpreters, architecture)
    if not tried:
        yield Step("install", False, f"no Python on this machine that {release.release} has a jaxlib for")
    with scratch() as folder:
        for combination in tried:
            started = time.monotonic()
            environment = Environment.create(
                folder / "env", interpreters[combination.python], seed=combination.installer == "pip"
            )
            error = _install(combination, release, pages, environment, folder / "cache")
            yield Step(
                "install",
                not error,
                f"{combination}: {error or f'jax computes, {time.monotonic() - started:.0f} s'}",
            )
    missing = [python for python in definitions.jaxlib_pythons(release) if python not in interpreters]
    for python in missing:
        yield Step(
            "install",
            False,
            f"Python {python} is not on this machine",
            f"python -m tools interpreters {python}",
        )
    others = [wheel for wheel in wanted(release) if wheel.architecture not in ("any", architecture)]
    if others:
        yield Step(
            "install", True, f"not tried: {len(others)} wheels for other machines    (nox -s emulate does)"
        )


#: Run in the environment; its arguments are distributions that must be installed, as NAME==VERSION.
_COMPUTE = """
import sys
from importlib import import_module, metadata

import jax

for name, version in (argument.split("==") for argument in sys.argv[1:]):
    assert metadata.version(name) == version, (name, metadata.version(name))
    module = import_module(name.replace("-", "_"))
    # jax compares the release alone, without the label.
    assert module.__version__ == version.partition("+")[0], (name, module.__version__)
assert jax.jit(lambda x: (x @ x).sum())(jax.numpy.ones((8, 8))) == 512
"""


def _install(
    combination: Combination, release: Manifest, pages: str, environment: Environment, cache: Path
) -> str:
    """Run the install page's command, and compute; returns the error, or an empty text."""
    version, name = release.release, combination.distribution
    if combination.installer == "uv":
        command = [uv(), "pip", "install", "--quiet", "--python", str(environment.python), "--index", pages]
    else:
        constraints = f"{pages.removesuffix('simple/')}constraints/{version}.txt"
        command = [str(environment.python), "-m", "pip", "install", "--quiet", "--constraint", constraints]
    commands = (
        [[*command, f"jax=={version}", "jaxlib-core"], [*command, "--no-deps", name]]
        if combination.alone
        else [[*command, f"jax=={version}", name]]
    )
    variables = {**_variables(), "UV_CACHE_DIR": str(cache / "uv"), "PIP_CACHE_DIR": str(cache / "pip")}
    for words in commands:
        done = subprocess.run(words, capture_output=True, text=True, env=variables, check=False)
        if done.returncode:
            return _last(done)
    done = environment.run("-c", _COMPUTE, f"jaxlib=={version}+{BINDINGS_LABEL}", f"{name}=={version}")
    return _last(done) if done.returncode else ""


def system(wanted: Wanted, release: Manifest) -> tuple[int, int]:
    """The glibc of the oldest system on which a distribution can be installed with everything that it requires."""
    name = wanted.distribution.removeprefix("jaxlib-")
    if name not in definitions.plugin_names():
        return SYSTEM
    artifact = release.artifact(definitions.plugin_facts(name)["artifact"])
    if artifact.use is not Use.DEPEND:
        return SYSTEM
    needed = [glibc(file.platform_tag) for file in artifact.files if file.architecture == wanted.architecture]
    return max(SYSTEM, *filter(None, needed))


def _by_uv(
    requirement: str, url: str, python: str, machine: tuple[str, tuple[int, int]], environment: Environment
) -> subprocess.CompletedProcess[str]:
    architecture, oldest = machine
    platform = f"{architecture}-manylinux_{oldest[0]}_{oldest[1]}"
    command = [
        *(uv(), "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--no-cache", "-"),
        *("--index", url, "--python-version", python, "--python-platform", platform),
        *("--python", str(environment.python), "--only-binary", ":all:"),
    ]
    return subprocess.run(
        command, input=requirement, capture_output=True, text=True, env=_variables(), check=False
    )


def _by_pip(
    requirement: str, url: str, python: str, machine: tuple[str, tuple[int, int]], environment: Environment
) -> subprocess.CompletedProcess[str]:
    report = environment.folder / "report.json"
    architecture, oldest = machine
    platforms = [f"manylinux_2_{minor}_{architecture}" for minor in range(oldest[1], 4, -1)]
    command = [
        *(
            str(environment.python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
        ),
        *("--ignore-installed", "--target", str(environment.folder / "target"), "--report", str(report)),
        # If the registry has no separate metadata, only the end of a wheel is fetched, not gigabytes.
        "--use-feature=fast-deps",
        *("--extra-index-url", url, "--python-version", python, "--only-binary", ":all:"),
        *(f"--platform={platform}" for platform in [*platforms, f"manylinux2014_{architecture}"]),
        requirement,
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=_variables(), check=False)
    if done.returncode:
        return done
    installed = json.loads(report.read_text("utf-8"))["install"]
    lines = [f"{item['metadata']['name']}=={item['metadata']['version']}" for item in installed]
    return subprocess.CompletedProcess(
        done.args, 0, "".join(f"{line}\n" for line in sorted(lines)), done.stderr
    )


def _variables() -> Mapping[str, str]:
    """This process's variables, with its registry passed to uv, too, and no proxy for the loopback device."""
    url = index_url()
    local = {
        name: ",".join(filter(None, (os.environ.get(name), "127.0.0.1"))) for name in ("NO_PROXY", "no_proxy")
    }
    return {**os.environ, "UV_DEFAULT_INDEX": url, **local}


def _run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        env=_variables(),
        check=False,
    )


def _session() -> requests.Session:
    """Variables that exclude the loopback device from proxies."""
    session = requests.Session()
    session.trust_env = False
    return session


def _last(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return "; ".join(lines[-5:]) or f"exit status {done.returncode}"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
