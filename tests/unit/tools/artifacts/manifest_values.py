"""Manifests for the tests: one that is right, and ways to make it wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomlkit

SHA256 = "0123456789abcdef" * 4


def values() -> dict[str, Any]:
    """A manifest that is right, to be made wrong."""
    return {
        "schema": 1,
        "release": "0.10.2",
        "python": ">=3.11",
        "jaxlib": {"pjrt_api_major": 0, "pjrt_api_minimum": "0.29"},
        "artifact": [
            {
                "name": "xla-cpu-pjrt",
                "version": "0.0.1",
                "license": "Apache-2.0",
                "use": "repack",
                "library": {"member": "package/library.so", "pjrt_api": "0.81", "ffi_api": "0.2"},
                "headers": {"pjrt_c_api": "package/pjrt_c_api.h"},
                "file": [
                    {
                        "filename": f"xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_{architecture}.whl",
                        "architecture": architecture,
                        "size": 1000,
                        "sha256": SHA256,
                    }
                    for architecture in ("x86_64", "aarch64")
                ],
            },
            {
                "name": "jaxlib",
                "version": "0.10.2",
                "license": "Apache-2.0",
                "use": "depend",
                "file": [
                    {
                        "filename": f"jaxlib-0.10.2-cp313-{python}-manylinux_2_27_x86_64.whl",
                        "architecture": "x86_64",
                        "python": python,
                        "size": 1000,
                        "sha256": SHA256,
                    }
                    for python in ("cp313", "cp313t")
                ],
            },
        ],
    }


def written(folder: Path, content: dict[str, Any], name: str = "0.10.2.toml") -> Path:
    path = folder / name
    path.write_text(tomlkit.dumps(content), encoding="utf-8")
    return path


def local() -> dict[str, Any]:
    content = values()
    content["artifact"] = [
        {
            "name": "xla-cpu-pjrt",
            "version": "0.0.1",
            "license": "Apache-2.0",
            "use": "local",
            "path": "../build/plugin.so",
            "sha256": SHA256,
            "library": {"pjrt_api": "0.81"},
        }
    ]
    return content


def assign(*place: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(content: Any) -> None:
        for key in place[:-1]:
            content = content[key]
        content[place[-1]] = value

    return change


def remove(*place: str | int) -> Callable[[dict[str, Any]], None]:
    def change(content: Any) -> None:
        for key in place[:-1]:
            content = content[key]
        del content[place[-1]]

    return change
