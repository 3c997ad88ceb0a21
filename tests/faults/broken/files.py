"""Files of jax, jaxlib and what they require that are damaged, left over, or for another Python or processor."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import changed, cut, file_in_site, garbage, gone, zeroed


def _dangling(name: str) -> Break:
    """A dangling link in place of a package."""

    def apply(it: Broken) -> None:
        shutil.rmtree(it.site / name)
        (it.site / name).symlink_to("/no/such/folder")

    return apply


def _editable_without_folder(it: Broken) -> None:
    """jax, installed from a checkout that is gone."""
    info, link = it.info("jax"), "__editable__.jax.pth"
    shutil.rmtree(it.site / "jax")
    it.replace(it.site / link, b"/no/such/checkout\n")
    origin = {"dir_info": {"editable": True}, "url": "file:///no/such/checkout"}
    it.replace(info / "direct_url.json", json.dumps(origin).encode())
    names = (link, *(f"{info.name}/{name}" for name in ("METADATA", "RECORD", "direct_url.json")))
    it.replace(info / "RECORD", "".join(f"{name},,\n" for name in names).encode())


def _of_another_python(pattern: str) -> Break:
    """Compiled modules renamed as for another Python."""

    def apply(it: Broken) -> None:
        found = list(it.site.glob(pattern))
        assert found, pattern
        for path in found:
            path.rename(path.with_name(re.sub(r"cpython-\d+", "cpython-38", path.name)))

    return apply


def _for_another_processor(image: bytes) -> bytes:
    # e_machine of the ELF header: RISC-V.
    return image[:18] + (243).to_bytes(2, "little") + image[20:]


def damaged() -> Iterator[Row]:
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("scipy", "scipy/linalg/_fblas*.so"),
        ("ml_dtypes", "ml_dtypes/_ml_dtypes_ext*.so"),
        ("jaxlib", "jaxlib/libjax_common.so"),
        ("jaxlib", "jaxlib/_jax.so"),
    ):
        file = pattern.rpartition("/")[2]
        yield row(f"{file} gone", name, gone(pattern))
        yield row(f"{file} cut", name, changed(pattern, cut))
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("ml_dtypes", "ml_dtypes/_ml_dtypes_ext*.so"),
    ):
        yield row(f"zeros in {pattern.rpartition('/')[2]}", name, changed(pattern, zeroed))
    for name, pattern in (
        ("jax", "jax/_src/core.py"),
        ("jax", "jax/__init__.py"),
        ("jaxlib", "jaxlib/xla_client.py"),
        ("numpy", "numpy/__init__.py"),
        ("scipy", "scipy/linalg/__init__.py"),
        ("opt_einsum", "opt_einsum/parser.py"),
        ("jaxlib_cpu", "jaxlib_cpu/__init__.py"),
    ):
        yield row(f"{pattern} garbage", name, changed(pattern, garbage))
    yield row("bytecode of jax cut", "jax", changed("jax/_src/__pycache__/core.cpython-*.pyc", cut))
    yield row(
        "zeros in bytecode of numpy", "numpy", changed("numpy/__pycache__/__init__.cpython-*.pyc", zeroed)
    )
    yield row("jax/_src/core.py gone", "jax", gone("jax/_src/core.py"))
    yield row("jax/_src/api.py cut", "jax", changed("jax/_src/api.py", cut))


def left_over_and_foreign() -> Iterator[Row]:
    """Files that an earlier release left, and files for another place, Python or processor."""
    yield row("a package left over in a module's place", "jax", file_in_site("jax/_src/core/__init__.py", ""))
    left_over = f"jax/_src/core{EXTENSION_SUFFIXES[-1]}"
    yield row("a compiled module left over in a module's place", "jax", file_in_site(left_over, "cut"))
    yield row("jax is a link to nothing", "jax", _dangling("jax"))
    yield row("an editable jax whose checkout is gone", "jax", _editable_without_folder)
    yield row("numpy of another Python", "numpy", _of_another_python("numpy/**/*.so"))
    yield row("ml_dtypes of another Python", "ml_dtypes", _of_another_python("ml_dtypes/*.so"))
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("jaxlib", "jaxlib/libjax_common.so"),
    ):
        yield row(f"{name} for another processor", name, changed(pattern, _for_another_processor))
