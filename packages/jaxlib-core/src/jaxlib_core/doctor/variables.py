"""Wrong values of environment variables, found without running anything, and what to set instead.

What is not known here is found by trying (``doctor/trials.py``).
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import importlib
import mmap
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from _jaxlib_command import MISREAD

from jaxlib_core.checks import requirements, steps
from jaxlib_core.environment import elf, files, shell
from jaxlib_core.environment.distributions import Installed, find
from jaxlib_core.errors import ConfigurationError, PluginError
from jaxlib_core.jax.backend import policy
from jaxlib_core.plugins.discovery import Discovery, Plugin

#: The variables that choose the default backend.
PLATFORMS = ("JAX_PLATFORMS", "JAX_PLATFORM_NAME")
FLAGS = "XLA_FLAGS"

#: jax's names for several platforms at once, or for a platform with another name.
ALIASES = {"gpu": ("cuda", "rocm"), "nvidia": ("cuda",), "amd": ("rocm",)}


class Setting(NamedTuple):
    """A diagnosis of variables, and its fix: their new values, None to unset one."""

    problem: PluginError
    changes: Mapping[str, str | None]


def command(changes: Mapping[str, str | None]) -> str:
    """The shell command that makes these changes."""
    return " && ".join(
        f"unset {name}" if value is None else f"export {name}={shell.quote(value)}"
        for name, value in changes.items()
    )


def settings(discovery: Discovery, jaxlib: Installed | None, jax: Installed | None) -> tuple[Setting, ...]:
    """All problems of the variables."""
    served = platforms(discovery)
    checked = (
        _encoding(jaxlib),
        _policy(),
        _loader(),
        *(_platforms(name, served) for name in PLATFORMS),
        _flags(discovery.plugins, jaxlib),
        *_switches(jax),
    )
    return tuple(setting for setting in checked if setting)


def _encoding(jaxlib: Installed | None) -> Setting | None:
    """Python decodes file names as ASCII, but installed paths have other characters: no compiled module imports."""
    location = jaxlib.location if jaxlib else sys.prefix
    # This process may itself have been restarted with the setting that is advised here.
    misread = os.environ.get(MISREAD, "")
    if not misread and not _misread(location):
        return None
    changes = {"PYTHONUTF8": "1"}
    chosen = [name for name in _LOCALE if name in os.environ and not (misread and name in changes)]
    problem = ConfigurationError(
        "Python decodes file names as ASCII here, and the path of this environment has other characters.",
        wanted="file names decoded as UTF-8: otherwise compiled modules cannot be imported from such a path",
        found=f"file system encoding {misread or sys.getfilesystemencoding()}; "
        + ", ".join(f"{name}={os.environ[name]}" for name in chosen),
        where=location,
        commands=(command(changes),),
        note="or unset what chooses the encoding: PYTHONUTF8, LC_ALL",
    )
    return Setting(problem, changes)


def _misread(location: str) -> bool:
    """Whether a path is UTF-8 that was decoded as ASCII."""
    if os.environ.get("PYTHONUTF8") == "1" or not re.search("[\udc80-\udcff]", location):
        return False
    try:
        location.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return False  # not UTF-8, so no setting helps
    return True


#: The loader's list of folders; then libraries for which it stops at an unreadable file.
LOADER = "LD_LIBRARY_PATH"
_LINKED = ("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1")


def _loader() -> Setting | None:
    """A folder of LD_LIBRARY_PATH with a file that has a system library's name but is not a library; or None."""
    folders = [folder for folder in os.environ.get(LOADER, "").split(os.pathsep) if folder]
    for folder in folders:
        for name in _LINKED:
            path = Path(folder, name)
            if not (what := _no_library(path)):
                continue
            changes = {LOADER: os.pathsep.join(other for other in folders if other != folder) or None}
            problem = ConfigurationError(
                f"{LOADER} puts {path}, which is not a library, in the place of the system's.",
                wanted=f"a shared object, or none of that name: the loader takes the first {name} it finds",
                found=f"a file that {what}",
                where=(f"environment variable {LOADER}", str(path)),
                commands=(command(changes),),
            )
            return Setting(problem, changes)
    return None


def _no_library(path: Path) -> str:
    """Why the loader stops at the file, or ""; the loader skips a library for another processor."""
    try:
        with files.open_regular(path) as file:
            begins = file.read(5)
        elf.read(path)
    except (elf.NotElf, elf.Truncated) as error:
        return "" if begins == b"\x7fELF\x01" else str(error)
    except OSError:
        return ""
    return ""


_LOCALE = ("PYTHONUTF8", "PYTHONCOERCECLOCALE", "LC_ALL", "LC_CTYPE", "LANG")


def _policy() -> Setting | None:
    try:
        policy()
    except PluginError as problem:
        words = problem.commands[0].split() if problem.commands else []
        return Setting(problem, {words[1]: None} if words[:1] == ["unset"] else {})
    return None


# ---- Platforms.


def platforms(discovery: Discovery) -> tuple[str, ...]:
    """The platforms that an installed plugin serves, or would serve if it worked."""
    names = [plugin.descriptor.platform for plugin in discovery.plugins]
    names += [plugin.platform for plugin in discovery.broken]
    names += [plugin.name.removeprefix("xla_").rstrip("0123456789") for plugin in discovery.foreign]
    names += [plugin.name for plugin in discovery.foreign]
    # A jaxlib without a backend requires a plugin for the CPU.
    names.append("cpu")
    if find("libtpu"):
        names.append("tpu")
    return tuple(dict.fromkeys(names))


#: jax opens the platform ``cuda`` if one of these exists.
_NVIDIA = ("/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg")


def passed_over(served: Iterable[str]) -> bool:
    """Whether JAX_PLATFORMS lists ``cuda`` among others, and jax skips it: there is neither GPU nor plugin."""
    asked = os.environ.get("JAX_PLATFORMS", "").split(",")
    others = [name for name in asked if name != "cuda"]
    named = asked.count("cuda") == 1 and bool(others) and "cuda" not in served
    return named and not any(Path(device).exists() for device in _NVIDIA)


def _platforms(variable: str, served: tuple[str, ...]) -> Setting | None:
    text = os.environ.get(variable, "")
    if not text:
        return None
    asked = text.split(",") if variable == "JAX_PLATFORMS" else [text]
    strange = [name for name in asked if name not in served and not set(ALIASES.get(name, ())) & set(served)]
    if variable == "JAX_PLATFORMS" and passed_over(served):
        strange.remove("cuda")
    # jax itself expands an alias to all its platforms.
    if not strange:
        return None
    kept = [close for name in asked if (close := name if name not in strange else _close(name, served))]
    value = ",".join(dict.fromkeys(kept)) or None
    changes = {variable: value}
    slip = any(_close(name, served) for name in strange)
    return Setting(
        ConfigurationError(
            f"{variable} names {strange[0]!r}, but no installed plugin serves that platform.",
            wanted=f"one or more of: {', '.join(served)}",
            found=f"{variable}={text}",
            where=f"environment variable {variable}",
            commands=(command(changes),),
            note=f"did you mean {value!r}?"
            if slip
            else "or install the plugin that serves it, a distribution named jaxlib-NAME",
        ),
        changes,
    )


def _close(name: str, served: Iterable[str]) -> str:
    """The platform that ``name`` is a likely misspelling of, or ""; a platform's own name is never one."""
    lowered = name.strip().lower()
    if lowered in served:
        return lowered
    own = lowered in {"cpu", "tpu", *ALIASES, *(alias for names in ALIASES.values() for alias in names)}
    return "" if own or not lowered else next(iter(difflib.get_close_matches(lowered, served, 1, 0.6)), "")


# ---- XLA's flags.


def _flags(plugins: Iterable[Plugin], jaxlib: Installed | None) -> Setting | None:
    """A flag that a library does not know, or flags without dashes, which XLA reads as a file name; or None."""
    text = os.environ.get(FLAGS, "")
    libraries = [plugin.library for plugin in plugins]
    if jaxlib and (requirements.has_backend(jaxlib) or not libraries):
        libraries.append(Path(jaxlib.location).parent / "jaxlib" / "libjax_common.so")
    if not text.strip() or not libraries:
        return None
    stripped = text.strip()
    if not stripped.startswith("-") and Path(stripped).is_file():
        return None
    words = text.split()
    dashed = [word if word.startswith("-") else f"--{word}" for word in words]
    if stripped.startswith("-"):
        # Other words are not flags, and XLA ignores them.
        dashed = [word for word in words if word.startswith("-")]
    names = list(steps.xla_flags(" ".join(dashed)))
    strange = {
        name: libs
        for name in names
        if (libs := [library for library in libraries if not _knows(library, name)])
    }
    if not strange and stripped.startswith("-"):
        return None
    kept = " ".join(word for word in dashed if word.lstrip("-").partition("=")[0] not in strange)
    changes = {FLAGS: kept or None}
    if strange:
        return Setting(_unknown_flags(strange, plugins, changes), changes)
    problem = ConfigurationError(
        f"{FLAGS} has flags without dashes: XLA takes the value for a file name, and ends the process.",
        wanted=kept,
        found=text,
        where=f"environment variable {FLAGS}",
        commands=(command(changes),),
    )
    return Setting(problem, changes)


def _unknown_flags(
    strange: Mapping[str, list[Path]], plugins: Iterable[Plugin], changes: Mapping[str, str | None]
) -> ConfigurationError:
    """The diagnosis for flags that libraries do not know; ``strange`` maps each flag to these libraries."""
    path = next(iter(strange.values()))[0]
    owner = next((plugin.descriptor for plugin in plugins if plugin.library == path), None)
    return ConfigurationError(
        f"{FLAGS} holds a flag that the library of {owner.distribution if owner else 'jaxlib'} does not know.",
        wanted=f"flags known to {owner.provenance.name} {owner.provenance.version}"
        if owner
        else "flags known to jaxlib's XLA",
        found=", ".join(f"--{name}" for name in strange),
        where=(f"environment variable {FLAGS}", str(path)),
        commands=(command(changes),),
        note="XLA would end the process because of it"
        + ("; the command keeps the others" if changes[FLAGS] else ""),
    )


def _knows(library: Path, flag: str) -> bool:
    """Whether the library contains the flag's name as a C string; True if it is unreadable (another diagnosis)."""
    try:
        with (
            files.open_regular(library) as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image,
        ):
            return image.find(flag.encode() + b"\0") >= 0
    except (OSError, ValueError):
        return True


# ---- jax's own switches.

_TRUTHS = {"y", "yes", "t", "true", "on", "1", "n", "no", "f", "false", "off", "0"}


#: Functions in jax's sources that declare an option, and the type of its variable.
_SETTINGS = {
    **dict.fromkeys(("bool_state", "bool_flag"), bool),
    **dict.fromkeys(("int_state", "int_flag"), int),
    **dict.fromkeys(("float_state", "float_flag"), float),
    **dict.fromkeys(("enum_state", "optional_enum_state", "enum_flag"), str),
}


#: The most common options, for when jax's source is missing: repairing it must not stop at them.
_USUAL: dict[str, tuple[type, tuple[str, ...]]] = {
    **dict.fromkeys(("jax_enable_x64", "jax_disable_jit", "jax_debug_nans", "jax_log_compiles"), (bool, ())),
    "jax_num_cpu_devices": (int, ()),
}


def _switches(jax: Installed | None) -> list[Setting]:
    """Options of jax with invalid values; which options exist is read from jax's source."""
    names = [name for name in os.environ if name.startswith("JAX_")]
    if not names:
        return []
    folder = Path(jax.location).parent / "jax" / "_src" if jax else None
    sources = (folder / "config.py", folder / "xla_bridge.py") if folder else ()
    invalid: list[Setting] = []
    for name, (kind, values) in (_declared(sources) or _USUAL).items():
        variable = name.upper()
        if variable in names and (wanted := _wanted(kind, values, os.environ[variable])):
            changes = {variable: None}
            of = {
                bool: "a boolean option of jax, but its value is neither true nor false",
                str: "an option of jax, but its value is not one of the choices",
            }
            problem = ConfigurationError(
                f"{variable} is {of.get(kind, 'a number of jax, but its value is not a number')}.",
                wanted=wanted,
                found=f"{variable}={os.environ[variable]}",
                where=f"environment variable {variable}",
                commands=(command(changes),),
            )
            invalid.append(Setting(problem, changes))
    return invalid


def _wanted(kind: type, values: tuple[str, ...], text: str) -> str:
    """The values that an option accepts, as text; "" if ``text`` is one of them."""
    if kind is bool:
        return "" if text.lower() in _TRUTHS else "1, true, yes or on; or 0, false, no or off"
    if kind is str:
        # If a choice is not a literal in the source, any value may be valid.
        return "" if not values or text in values else f"one of {', '.join(values)}"
    try:
        kind(text)
    except ValueError:
        return "a whole number" if kind is int else "a number"
    return ""


def _declared(paths: Iterable[Path]) -> dict[str, tuple[type, tuple[str, ...]]]:
    """The options that jax's sources declare: the type of each, and the values of a choice."""
    declared: dict[str, tuple[type, tuple[str, ...]]] = {}
    for path in paths:
        try:
            tree = ast.parse(files.read_text(path))
        except (OSError, ValueError, SyntaxError):
            continue
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            function = (
                call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            )
            words = {keyword.arg: keyword.value for keyword in call.keywords}
            name = words.get("name") or next(iter(call.args), None)
            if function in _SETTINGS and isinstance(name, ast.Constant) and isinstance(name.value, str):
                declared[name.value] = _SETTINGS[function], _literals(words.get("enum_values"))
    return declared


def _literals(node: ast.expr | None) -> tuple[str, ...]:
    if not isinstance(node, ast.List | ast.Tuple):
        return ()
    values = [element.value for element in node.elts if isinstance(element, ast.Constant)]
    return tuple(map(str, values)) if len(values) == len(node.elts) else ()


# ---- Temporary values.


@contextlib.contextmanager
def applied(changes: Mapping[str, str | None]) -> Iterator[None]:
    """Set these variables, and the search path that PYTHONPATH then gives, until the block ends."""
    before, path = dict(os.environ), list(sys.path)
    gone = set(_entries(os.environ.get("PYTHONPATH", "")))
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    gone -= set(_entries(os.environ.get("PYTHONPATH", "")))
    sys.path[:] = [entry for entry in sys.path if not (gone and files.absolute(entry or ".") in gone)]
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(before)
        importlib.invalidate_caches()


def _entries(text: str) -> list[str]:
    return [files.absolute(entry) for entry in text.split(os.pathsep) if entry]
