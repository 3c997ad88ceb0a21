"""Reads the requirements of a remote wheel from its last few kilobytes, without downloading all of it."""

from __future__ import annotations

import os
import tempfile
import urllib.parse
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.metadata import Metadata
from packaging.requirements import Requirement

_TIMEOUT = (10.0, 60.0)


def requirements(folder: Path, wheels: Sequence[Mapping[str, Any]]) -> Sequence[Requirement] | str:
    """Returns the requirements in the metadata of one of ``wheels``.

    Args:
        folder: The folder of ``pylock.toml``, to which paths of wheels are relative.
        wheels: The wheels of one package version, as ``pylock.toml`` names them.

    Returns:
        The requirements, or a sentence that says why they cannot be read.
    """
    if not wheels:
        return "it has no wheel to read them from"
    wheel = wheels[0]
    try:
        text = _cached(wheel) or _read(folder, wheel)
    except (OSError, zipfile.BadZipFile) as error:
        return f"its wheel can't be read: {type(error).__name__}"
    return Metadata.from_email(text, validate=False).requires_dist or []


def _read(folder: Path, wheel: Mapping[str, Any]) -> bytes:
    address = urllib.parse.urlsplit(wheel.get("url", ""))
    if "path" in wheel or address.scheme == "file":
        here = Path(urllib.parse.unquote(address.path)) if address.scheme else folder / wheel["path"]
        with zipfile.ZipFile(here) as archive:
            return archive.read(_member(archive))
    import requests
    from remotezip import RemoteIOError, RemoteZip

    try:
        # Use the separate metadata file if the registry serves one (PEP 658), else a part of the wheel.
        beside = requests.get(f"{wheel['url']}.metadata", timeout=_TIMEOUT)
        if beside.ok:
            text = beside.content
        else:
            with RemoteZip(wheel["url"], timeout=_TIMEOUT) as archive:
                text = archive.read(_member(archive))
    except RemoteIOError as error:
        raise OSError(str(error)) from error
    _keep(wheel, text)
    return text


def _member(archive: zipfile.ZipFile) -> str:
    return next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))


def _place(wheel: Mapping[str, Any]) -> Path:
    import platformdirs

    folder = os.environ.get("JAXLIB_CACHE") or platformdirs.user_cache_dir("jaxlib-lock")
    return Path(folder, "metadata", str(wheel["hashes"]["sha256"]))


def _cached(wheel: Mapping[str, Any]) -> bytes | None:
    try:
        return _place(wheel).read_bytes()
    except OSError:
        return None


def _keep(wheel: Mapping[str, Any], text: bytes) -> None:
    place = _place(wheel)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(text)
    Path(file.name).replace(place)
