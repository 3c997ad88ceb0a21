"""What runs when Python starts, and what keeps it from starting."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import file_by_path, file_in_site, started_by, uninstalled, with_variable


def _built_without(module: str) -> Break:
    """A Python without one of its own compiled modules, because a library was missing when it was built."""

    def apply(it: Broken) -> None:
        found = list((it.site.parent / "lib-dynload").glob(f"{module}.*.so"))
        assert found, module
        for path in found:
            path.unlink()

    return apply


def _without_configuration(it: Broken) -> None:
    (it.python.parents[1] / "pyvenv.cfg").unlink()


def startup_files() -> Iterator[Row]:
    """`sitecustomize` and ``.pth`` files, and modules that Python finds beside them."""
    blocks = "import sys; sys.modules['numpy'] = None\n"
    yield row("sitecustomize rules out numpy", "startup", file_in_site("sitecustomize.py", blocks))
    yield row(
        "sitecustomize rules out packaging",
        "startup",
        file_in_site("sitecustomize.py", blocks.replace("numpy", "packaging")),
        ends="works",
    )
    yield row("a .pth file rules out numpy", "startup", file_in_site("acme.pth", blocks))
    json = file_by_path("sitecustomize.py", blocks.replace("numpy", "json"))
    yield row("sitecustomize on PYTHONPATH rules out json", "startup", json, code="JLP064")
    sets = "import os; os.environ['JAX_PLATFORMS'] = 'cup'\n"
    yield row("a .pth file sets JAX_PLATFORMS", "startup", file_in_site("acme.pth", sets))
    raises = file_in_site("etils.py", "raise RuntimeError('of another Python')\n")
    yield row("a module of nobody's that jax tries raises", "startup", raises)
    flags = "import os; os.environ['XLA_FLAGS'] = '--xla_not_a_flag=1'\n"
    yield row("sitecustomize sets XLA_FLAGS", "startup", file_in_site("sitecustomize.py", flags))
    few = "import sys; sys.setrecursionlimit(40)\n"
    yield row("sitecustomize leaves few frames", "startup", file_in_site("sitecustomize.py", few))
    early = file_in_site("early.pth", "import jax\n")
    yield row("a .pth file imports jax", "startup", early, ends="works")
    yield row("a .pth file imports jax, numpy not installed", "numpy", (early, uninstalled("numpy")))


def not_starting() -> Iterator[Row]:
    """Faults that keep Python from starting: the command is then started as jaxlib-core's README describes."""
    # Faults that keep Python from starting: the command is then started as jaxlib-core's README describes.
    for variable in (
        "PYTHONHOME=/no/such/folder",
        "PYTHONIOENCODING=nonsense",
        "PYTHONUTF8=2",
        "PYTHONMALLOC=nonsense",
        "PYTHONHASHSEED=abc",
        "PYTHONPLATLIBDIR=lib99",
    ):
        ignoring = started_by("{python}", "-E", "-m", "jaxlib_core")
        yield row(variable, "start", (with_variable(*variable.split("=")), ignoring))
    folder = started_by("{python}", "-E", "{site}/jaxlib_core")
    for kind in ("pip", "uv"):
        yield row(f"pyvenv.cfg gone ({kind})", "start", (_without_configuration, folder), kind)
    yield row(
        "a script, from an environment that was copied", "nothing", started_by("{bin}/jaxlib"), ends="works"
    )
    copied = (started_by("{bin}/jaxlib"), uninstalled("numpy"))
    yield row("a script, from an environment that was copied, numpy not installed", "start", copied)
    for name in ("zlib", "_ctypes"):
        yield row(f"a Python without {name} (system)", "startup", _built_without(name), "system", "told")
