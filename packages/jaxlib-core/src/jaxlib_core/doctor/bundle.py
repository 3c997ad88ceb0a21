"""``jaxlib doctor --bundle``: what a bug report needs, in one zip archive, without private data.

Every text goes through ``Redaction``, which removes home folders, user and machine names, credentials and
addresses. Of the environment's variables, only those that affect jax and its plugins are included.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import pwd
import re
import resource
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jaxlib_core.doctor import html, report, text
from jaxlib_core.doctor.findings import VARIABLES, Report
from jaxlib_core.environment.distributions import described
from jaxlib_core.output import write_file

#: Distributions related to jax or its libraries; the names of all others are private.
RELATED = re.compile(
    r"jax|flax|optax|orbax|chex|equinox|maxtext|haiku|libtpu|nvidia-|rocm|amd-|iree|torch|tensorflow|triton|keras|"
    r"numpy|scipy|ml[-_]dtypes|opt[-_]einsum|packaging|absl|protobuf|pip$|uv$|setuptools|wheel$"
)

#: Patterns of credentials in any context; the first group is the part to keep.
_SECRETS = (
    re.compile(r"(\w+://)[^\s/@]+(?=@)"),
    re.compile(
        r"((?:api[_-]?key|access[_-]?key|token|secret|passw(?:or)?d|credential|auth(?:orization)?)\w*[\"']?\s*"
        r"(?:[=:]|%3D)\s*(?:bearer\s+|basic\s+)?[\"']?)[^\s\"',;&]+",
        re.IGNORECASE,
    ),
    re.compile(r"(\bbearer\s+)[\w.~+/=-]+", re.IGNORECASE),
    re.compile(
        r"()\b(?:gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|hf_\w{16,}|sk-[\w-]{16,}|pypi-[\w-]{16,}|"
        r"AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|xox[a-z]-[\w-]{10,}|ya29\.[\w-]+|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+)"
    ),
)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
#: Only where it cannot be a version of four numbers: after two slashes, or with a port.
_ADDRESS = re.compile(
    r"(?<=//)\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}:\d+(?![\w.])"
)
#: Home folders under any parent: /home/jo, /data/people/jo, /gpfs/users/jo.
_HOMES = re.compile(r"(?<![\w.~-])(?:/[\w.-]+)*?/(?:homes?|[Uu]sers|people)/[^/\s:;,'\"]+")

#: Words of the report itself. A user with such a name is redacted in paths only.
_WORDS = re.compile(
    r"cpu|cuda\d*|gpu|tpu|rocm\d*|jax|jaxlib|python|root|user|nvidia|xla|lib|linux|test|build|app", re.I
)


class Redaction:
    """Removes from a text what identifies its user and machine."""

    def __init__(self, homes: Iterable[str], names: Iterable[str], machines: Iterable[str]) -> None:
        """Redact ``homes`` (folders), ``names`` (of users) and ``machines`` (names of this host)."""
        rules = [
            (re.compile(rf"(?<![\w.-]){re.escape(home.rstrip('/'))}(?=/|$|[\s:;,'\"])"), "~")
            for home in sorted(set(homes), key=len, reverse=True)
            if home.count("/") and home.rstrip("/")
        ]
        # Beside one home folder there are usually others.
        for folder in sorted({home.rstrip("/").rpartition("/")[0] for home in homes}, key=len, reverse=True):
            if folder.count("/") > 1 or folder in {"/home", "/Users", "/people", "/users", "/u"}:
                rules.append((re.compile(rf"(?<![\w.~-]){re.escape(folder)}/[^/\s:;,'\"]+"), "~USER"))
        rules += [(_HOMES, "~USER")]
        for words, instead in ((names, "USER"), (machines, "HOST")):
            for word in sorted(set(words), key=len, reverse=True):
                if word and not (_WORDS.fullmatch(word) or len(word) < 3):
                    rules.append((re.compile(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])"), instead))
                elif word:
                    # A folder just below the root or on a scratch file system, where the name is not an ordinary
                    # word.
                    rules.append(
                        (re.compile(rf"(?<=/){re.escape(word)}(?=/)(?!/(?:site|dist)-packages)"), instead)
                    )
        self._rules = rules

    @classmethod
    def of_this_user(cls) -> Redaction:
        """A redaction for the user of this process, according to the system and the environment."""
        homes, names = (
            {os.environ.get("HOME", "")},
            {os.environ.get(name, "") for name in ("USER", "LOGNAME")},
        )
        # A user that the system does not know, as in many containers, has no entry.
        numbers = {os.getuid(), os.geteuid()}
        # Under sudo, or in an environment that somebody else created: the owners of these files.
        with contextlib.suppress(OSError):
            numbers |= {os.stat(folder).st_uid for folder in (sys.prefix, os.getcwd())}  # noqa: PTH109, PTH116
        with contextlib.suppress(ValueError):
            numbers.add(int(os.environ.get("SUDO_UID", "")))
        for number in numbers:
            with contextlib.suppress(KeyError):
                entry = pwd.getpwuid(number)
                homes.add(entry.pw_dir)
                names |= {entry.pw_name, *(part for part in (entry.pw_gecos.partition(",")[0],) if part)}
        homes |= {str(Path(home).resolve()) for home in homes if home}
        full = platform.node()
        return cls({home for home in homes if home not in {"", "/"}}, names, {full, full.partition(".")[0]})

    def text(self, text: str) -> str:
        """``text``, redacted."""
        for secret in _SECRETS:
            text = secret.sub(r"\1REDACTED", text)
        # No rule matches a percent-encoded path in a URL, so it is decoded first.
        text = re.sub(r"(?:%2[Ff][\w.~%-]+)+", lambda match: unquote(match[0]), text)
        text = _ADDRESS.sub("ADDRESS", _MAIL.sub("MAIL", text))
        for rule, instead in self._rules:
            text = rule.sub(instead, text)
        return text

    def data(self, data: Any) -> Any:
        """Redact every string in JSON data, except for keys, which are words of this program."""
        if isinstance(data, dict):
            return {key: self.data(value) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return [self.data(value) for value in data]
        return self.text(data) if isinstance(data, str) else data


def write(path: Path, report: Report) -> tuple[str, ...]:
    """Write the archive to ``path``, whole or not at all; returns the lines that describe its contents.

    Raises:
        OSError: The file cannot be written.
    """
    redaction = Redaction.of_this_user()
    texts = _contents(report, redaction)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (text, _) in texts.items():
            # No time and no owner: they would reveal what is redacted in the texts.
            archive.writestr(
                zipfile.ZipInfo(f"jaxlib-doctor/{name}"), text.encode("utf-8", "backslashreplace")
            )
    write_file(path, content.getvalue())
    return (f"Wrote {path}. Look into it before you send it; inside are:", *_listing(texts))


def _listing(texts: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"  {name:<14} {what}" for name, (_, what) in texts.items())


def _contents(examined: Report, redaction: Redaction) -> dict[str, tuple[str, str]]:
    """For each file: its redacted text and a description."""
    shown = io.StringIO()
    text.show(examined, shown)
    data = redaction.data(report.doctor(examined))
    texts = {
        "doctor.txt": (redaction.text(shown.getvalue()), "the report"),
        "doctor.json": (
            report.as_json(data) + "\n",
            f"the same for programs, of schema {report.DOCTOR_SCHEMA}",
        ),
        "doctor.html": (html.render(data), "the same with a picture"),
        "versions.txt": (
            redaction.text("\n".join(_versions()) + "\n"),
            "installed distributions that have to do with jax; no others are named",
        ),
        "system.json": (
            json.dumps(redaction.data(_system()), indent=2) + "\n",
            "kernel, C library, processor, limits of the process; no name of the machine",
        ),
    }
    listing = "\n".join(_listing(texts))
    readme = (
        f"What `jaxlib doctor --bundle` found, for a report of a problem.\n\n{listing}\n\n"
        "In all of them home folders are spelled ~, other users' ~USER, user names USER, names of the machine\n"
        "HOST, credentials REDACTED, mail addresses MAIL and network addresses ADDRESS. Of the environment's\n"
        "variables there are only those that decide what jax and its plugins do:\n\n  "
        + "\n  ".join(VARIABLES)
        + "\n"
    )
    return {"README.txt": (readme, "what is inside, and what was taken out"), **texts}


def _versions() -> list[str]:
    versions: dict[str, str] = {}
    for distribution in distributions():
        with contextlib.suppress(OSError, ValueError):
            installed = described(distribution)
            if RELATED.match(installed.name.lower()):
                versions.setdefault(
                    installed.name.lower(), f"{installed.name}=={installed.version}  {installed.location}"
                )
    return [versions[name] for name in sorted(versions)]


def _system() -> dict[str, Any]:
    model = ""
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    drivers = {}
    for name in ("/proc/driver/nvidia/version", "/sys/module/amdgpu/version"):
        with contextlib.suppress(OSError):
            drivers[name] = Path(name).read_text("utf-8", "replace")
    return {
        "python": sys.version,
        "kernel": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "c_library": " ".join(platform.libc_ver()),
        "processor": model,
        "processors": os.cpu_count(),
        "processors_of_this_process": len(os.sched_getaffinity(0)),
        "address_space_limit": resource.getrlimit(resource.RLIMIT_AS)[0],
        "in_a_container": Path("/.dockerenv").exists() or Path("/run/.containerenv").exists(),
        "drivers": drivers,
    }
