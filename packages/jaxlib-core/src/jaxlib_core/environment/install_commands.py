"""Builds the one command that fixes an installation: for the running Python, in its installer's syntax."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from jaxlib_core.environment import installer, pip_settings, shell
from jaxlib_core.environment.distributions import Installed, copies, described
from jaxlib_core.environment.installer import Installer


def install(
    *requirements: str, force: bool = False, again: str = "", everything: bool = False
) -> tuple[str, ...]:
    """A command that installs ``requirements``.

    ``force``: rewrite their files even if they are installed, and nothing else. ``again``: reinstall one
    distribution of all those installed; pip can only do this by reinstalling everything. ``everything``: reinstall
    the dependencies, too. Metadata that an installer cannot handle is removed first.
    """
    wanted = [_public(requirement) for requirement in requirements]
    names = [_name(requirement) for requirement in wanted]
    # An installer reads the metadata of everything that it may have to install.
    opened = names if force else _with_dependencies(names)
    tool = installer.here()
    if tool.kind == "uv project" and (command := _project(tool, wanted, force or everything, again)):
        return (command,)
    if not tool.is_uv and (free := pip_settings.against_constraints(wanted, dependencies=not force)):
        tool = tool._replace(overrides=(*tool.overrides, *free))
    options: list[str] = []
    if force:
        options = ["--reinstall" if tool.is_uv else "--force-reinstall", "--no-deps"]
    elif everything or again:
        options = ["--reinstall" if tool.is_uv else "--force-reinstall"]
        if tool.is_uv and again:
            options = ["--reinstall-package", again]
    elif tool.is_uv and (halves := _without_record(opened)):
        options = [word for name in halves for word in ("--reinstall-package", name)]
    if not tool.is_uv and any(_systems_own(copy) for name in names for copy in copies(name)[:1]):
        # pip cannot uninstall a system package, so it installs its own copy before it on the path.
        options.append("--ignore-installed")
    if everything:
        opened = [*opened, *_installed()]
    return (f"{_cleared(opened)}{tool.run('install', *options, *wanted)}",)


#: What jax and jaxlib require, for when their own metadata does not say so.
REQUIRED = ("numpy", "scipy", "ml-dtypes", "opt-einsum")


def _with_dependencies(names: Iterable[str]) -> list[str]:
    """``names`` and the installed distributions that they require, directly or not, without extras."""
    closure = [*dict.fromkeys(names)]
    if "jax" in closure or "jaxlib" in closure:
        closure += [name for name in REQUIRED if name not in closure]
    for name in closure:
        try:
            lines = metadata.requires(name) or ()
        except (metadata.PackageNotFoundError, OSError, ValueError):
            continue
        for line in lines:
            required, _, marker = line.partition(";")
            if "extra" not in marker and (needed := _name(required)) not in closure:
                closure.append(needed)
    return closure


def _project(tool: Installer, wanted: list[str], force: bool, again: str) -> str:
    """The uv project's own command, if its lock file has everything wanted; else ""."""
    from packaging.requirements import InvalidRequirement, Requirement

    locked = dict(tool.locked)
    try:
        known = [Requirement(requirement) for requirement in wanted]
    except InvalidRequirement:
        return ""
    names = [requirement.name.lower().replace("_", "-") for requirement in known]
    fresh = [
        word
        for name in dict.fromkeys([*names, *([again] if again else [])])
        for word in ("--reinstall-package", name)
    ]
    cleared = _cleared(_with_dependencies(names))
    if all(
        name in locked and requirement.specifier.contains(locked[name], prereleases=True)
        for name, requirement in zip(names, known, strict=True)
    ):
        # --inexact: what is not in the lock file stays installed.
        return cleared + tool.overriding("uv", "sync", "--inexact", "--project", tool.place, *fresh)
    if force and not any(name in locked for name in names):
        return ""
    return cleared + tool.overriding("uv", "add", "--project", tool.place, *fresh, *wanted)


def _cleared(names: Iterable[str]) -> str:
    """A command, with ``&&``, that removes metadata of distributions that no installer can replace; or ""."""
    bad = [
        copy.location
        for name in dict.fromkeys(names)
        for copy in copies(name)
        if copy.location.endswith(".dist-info") and not _systems_own(copy)
        for folder in [Path(copy.location)]
        if not (installer.there(folder / "RECORD") and _says_what_it_is(folder))
    ]
    # Two distributions provide the package jaxlib; files left over from one do not load beside the other's.
    bad += [
        str(package)
        for location in bad
        for package in [Path(location).with_name("jaxlib")]
        if Path(location).name.startswith("jaxlib-") and package.is_dir()
    ]
    blocked = [
        str(package)
        for name in dict.fromkeys(names)
        for copy in copies(name)
        # A dangling link, or a file: a package cannot be written there.
        for package in [Path(copy.location).with_name(name.replace("-", "_"))]
        if os.path.lexists(package) and not package.is_dir()
    ]
    commands = [shell.join(("rm", "-rf", *dict.fromkeys(bad)))] if bad else []
    # A command that runs before this one may have installed the package.
    commands += [
        f"{{ [ -d {shell.quote(path)} ] || rm -f {shell.quote(path)}; }}" for path in dict.fromkeys(blocked)
    ]
    return "".join(f"{command} && " for command in commands)


def _installed() -> list[str]:
    return [described(distribution).name for distribution in metadata.distributions()]


def _systems_own(copy: Installed) -> bool:
    """Whether the system's package manager installed it, which keeps its list of files elsewhere."""
    folder = Path(copy.location)
    if installer.there(folder / "RECORD"):
        return False
    try:
        return (folder / "INSTALLER").read_text("utf-8").strip() not in {"", "pip", "uv"}
    except (OSError, ValueError):
        return "/dist-packages/" in copy.location


def _says_what_it_is(folder: Path) -> bool:
    """Whether the metadata has a name and a version: pip cannot replace a distribution without them."""
    try:
        text = (folder / "METADATA").read_text("utf-8")
    except (OSError, ValueError):
        return False
    return all(re.search(rf"^{key}: *\S", text, re.MULTILINE) for key in ("Name", "Version"))


def _without_record(names: Iterable[str]) -> list[str]:
    """Metadata folders of ``names`` without a RECORD: uv would treat these distributions as installed."""
    return [
        name
        for name in dict.fromkeys(names)
        for copy in copies(name)
        if copy.location.endswith(".dist-info") and not installer.there(Path(copy.location, "RECORD"))
    ]


def _public(requirement: str) -> str:
    """``requirement`` without a local version label, which no index has."""
    return re.sub(r"(?<!=)==([^=+,;\s]+)\+[\w.]+", r"==\1", requirement)


def _name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def instead_of_two(distribution: str, version: str) -> tuple[str, ...]:
    """A command that leaves one copy of ``distribution`` if there are two in one folder.

    All of its metadata is removed first: an installer removes the files of one copy, and with them files of the
    other; the rest would then make the installer fail, or crash a process that loads it. If the copies are two
    builds, such as upstream's jaxlib and jaxlib (bindings-only), the package is removed too: each has files that
    the other lacks.
    """
    everywhere = copies(distribution)
    first = Path(everywhere[0].location).parent if everywhere else None
    folders = [copy.location for copy in everywhere if Path(copy.location).parent == first]
    # Keep the wanted copy's metadata if it can be replaced: its RECORD lists its files.
    public = version.partition("+")[0]
    kept = [
        copy.location
        for copy in everywhere
        if copy.location in folders and copy.version.partition("+")[0] == public
    ][:1]
    builds = {copy.version.partition("+")[2] for copy in everywhere if copy.location in folders}
    package = Path(folders[0]).with_name(distribution.replace("-", "_")) if len(builds) > 1 else None
    gone = [folder for folder in folders if package or folder not in kept]
    gone += [str(package)] if package and package.is_dir() else []
    command = install(f"{distribution}=={version}", force=True)[0]
    away = shell.join(("rm", "-rf", *gone))
    return (f"{away} && {command}" if gone else command,)


def quoted(path: object) -> str:
    """``path``, quoted for a shell."""
    return shell.quote(path)


#: The note for a command that this user lacks the permissions for.
AS_OWNER = "the owner of the files, or an administrator, has to run it"


#: Prefixes of the modules and metadata that jax or a plugin opens.
OPENED = re.compile(
    r"(jax|jaxlib|jaxlib_\w+|jax_plugins|jax_(cuda|rocm)\w+|numpy|scipy|ml_dtypes|opt_einsum|packaging|libtpu|nvidia\w*)"
    r"(-.*|\.libs|\.py)?"
)


def readable(*paths: object) -> tuple[str, ...]:
    """A command that makes ``paths`` readable for everybody, and whatever else jax opens in the same folder."""
    own = [Path(str(path)) for path in paths]
    sites = dict.fromkeys(
        parent for path in own for parent in path.parents if parent.name.endswith("-packages")
    )
    beside = [closed for site in sites for closed in _closed(site)]
    beside = [path for path in beside if not any(each.is_relative_to(path) for each in own)]
    return (shell.join(("chmod", "-R", "a+rX", *own, *beside)),)


def _closed(site: Path) -> Iterator[Path]:
    """The files in ``site`` that jax opens and that this user cannot read completely."""
    with contextlib.suppress(OSError):
        for path in sorted(site.iterdir()):
            if OPENED.fullmatch(path.name) and not _is_open(path):
                yield path


def _is_open(path: Path) -> bool:
    if not path.is_dir():
        return os.access(path, os.R_OK)
    if not os.access(path, os.R_OK | os.X_OK):
        return False
    return all(
        os.access(os.path.join(folder, name), os.R_OK)  # noqa: PTH118
        for folder, folders, files in os.walk(path)
        for name in (*folders, *files)
    )


def either(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """A command that runs ``first``, and ``second`` if that fails."""
    # The shell reads `a || b && c` as `(a || b) && c`.
    last = f"{{ {second[0]}; }}" if " && " in second[0] else second[0]
    return (f"{first[0]} || {last}",)


def both(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """A command that runs ``first`` and then ``second``."""
    return (f"{first[0]} && {grouped(second[0])}",)


def grouped(command: str) -> str:
    """``command``, grouped so that it can be joined with ``&&``."""
    return f"{{ {command}; }}" if " || " in command else command


def uninstall(*distributions: str) -> tuple[str, ...]:
    """A command that removes ``distributions``."""
    tool = installer.here()
    if tool.kind == "uv project" and all(name in dict(tool.locked) for name in distributions):
        return (tool.overriding("uv", "remove", "--project", tool.place, *distributions),)
    return (tool.run("uninstall", "-y", *distributions),)


def remove(copy: Installed) -> tuple[str, ...]:
    """A command that uninstalls ``copy``, another project's distribution; without a RECORD, only its plugin."""
    if installer.there(Path(copy.location, "RECORD")):
        return uninstall(copy.name)
    return rename(Path(copy.location, "entry_points.txt"))


def rename(path: object) -> tuple[str, ...]:
    """A command that renames a file, so that nothing finds it and it can be restored."""
    return (shell.join(("mv", path, f"{path}.off")),)


def doctor(*words: str) -> tuple[str, ...]:
    """The command that runs ``jaxlib doctor`` for this Python."""
    return (installer.here().doctor(*words),)
