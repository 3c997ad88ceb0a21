"""``meta``: writes a wheel without code whose extras install an environment, one extra for each hardware.

Its requirements are lower bounds, so it can be installed together with other packages. The exact versions stay in
the locks that it is made from.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from jaxlib_lock.errors import InvalidLock, InvalidRequirements
from jaxlib_lock.lockfile import Lock, lower_bound

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
#: The earliest time that a zip file can hold: the wheel's bytes do not depend on the time of the build.
_WHEN = (1980, 1, 1, 0, 0, 0)


def meta(locks: Sequence[Lock], name: str, version: str, out: Path) -> Path:
    """Writes the wheel into the folder ``out``.

    Raises:
        InvalidLock: Two locks are for the same hardware, or for other releases or Pythons.
        InvalidRequirements: The name or the version is none.
    """
    _check(locks, name, version)
    module = canonicalize_name(name).replace("-", "_")
    info = f"{module}-{Version(version)}.dist-info"
    members = {f"{info}/METADATA": _metadata(locks, name, version), f"{info}/WHEEL": _WHEEL}
    rows = "".join(f"{path},{_digest(text)},{len(text.encode())}\n" for path, text in members.items())
    members[f"{info}/RECORD"] = f"{rows}{info}/RECORD,,\n"
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in members.items():
            entry = zipfile.ZipInfo(path, _WHEN)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{module}-{Version(version)}-py3-none-any.whl"
    with tempfile.NamedTemporaryFile(dir=out, prefix=".", delete=False) as file:
        file.write(stream.getvalue())
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).chmod(0o644)
    return Path(file.name).replace(target)


_WHEEL = """\
Wheel-Version: 1.0
Generator: jaxlib-lock
Root-Is-Purelib: true
Tag: py3-none-any
"""


def _metadata(locks: Sequence[Lock], name: str, version: str) -> str:
    first = locks[0].settings
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {name}",
        f"Version: {Version(version)}",
        f"Summary: JAX {first.release} and what goes with it; one extra for each hardware.",
        f"Requires-Python: {first.requires_python}",
    ]
    for lock in locks:
        hardware = lock.settings.hardware
        lines.append(f"Provides-Extra: {hardware}")
        for package in lock.packages:
            at = f"{package.name} @ {package.version}" if "://" in package.version else ""
            requirement = Requirement(at or lower_bound(f"{package.name}=={package.version}"))
            marker = f"({package.marker}) and " if package.marker else ""
            space = " " if requirement.url else ""
            lines.append(f'Requires-Dist: {requirement}{space}; {marker}extra == "{hardware}"')
    return "".join(f"{line}\n" for line in lines)


def _check(locks: Sequence[Lock], name: str, version: str) -> None:
    if not _NAME.fullmatch(name):
        raise InvalidRequirements(
            f"{name!r} is not a valid distribution name.", ("wanted", "letters, digits, ., _ and -")
        )
    try:
        Version(version)
    except InvalidVersion:
        raise InvalidRequirements(
            f"{version!r} is not a valid version.", ("wanted", "a version such as 1.0 (PEP 440)")
        ) from None
    hardware = [lock.settings.hardware for lock in locks]
    if len(set(hardware)) < len(hardware):
        raise InvalidLock(
            "Two locks are for the same hardware.",
            ("found", ", ".join(hardware)),
            advice=("name one of each",),
        )
    for key in ("release", "requires_python"):
        if len(values := {getattr(lock.settings, key) for lock in locks}) > 1:
            raise InvalidLock(
                f"The locks differ in {key.replace('_', '-')}: a wheel can hold only one.",
                ("found", ", ".join(sorted(map(str, values)))),
            )


def _digest(text: str) -> str:
    raw = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
