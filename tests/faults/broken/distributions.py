"""Distributions that are missing, incomplete, or of another release."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import (
    LIBRARY,
    changed,
    cut,
    garbage,
    gone,
    installed_twice,
    nothing,
    uninstalled,
    versioned,
    without,
)

USED = ("numpy", "scipy", "ml_dtypes", "opt_einsum", "packaging")
FAMILY = ("jax", "jaxlib", "jaxlib_cpu")


def _name_alone(name: str) -> Break:
    """Metadata with the name of a distribution but no version."""

    def apply(it: Broken) -> None:
        it.replace(it.info(name) / "METADATA", f"Metadata-Version: 2.1\nName: {name}\n".encode())

    return apply


def _interrupted(name: str, *, whole: bool) -> Break:
    """A distribution as pip leaves it if it is killed during an uninstall: renamed to begin with ``~``.

    Without ``whole``, the metadata is not renamed.
    """

    def apply(it: Broken) -> None:
        info = it.info(name)
        (it.site / name).rename(it.site / f"~{name[1:]}")
        if whole:
            info.rename(it.site / f"~{info.name[1:]}")

    return apply


def _half_removed(name: str) -> Break:
    """A package as an interrupted uninstall or installation leaves it: only folders and caches."""

    def apply(it: Broken) -> None:
        for path in (*(it.site / name).rglob("*"), *it.info(name).iterdir()):
            if path.is_file() and path.suffix != ".pyc" and path.name != "INSTALLER":
                path.unlink()

    return apply


def missing() -> Iterator[Row]:
    yield row("nothing", "nothing", nothing, ends="works")
    for name in (*USED, "jaxlib", "jax"):
        yield row(f"{name} not installed", name, uninstalled(name))
    for name in (*USED, *FAMILY):
        yield row(f"the module of {name} gone", name, gone(name))
        yield row(
            f"METADATA of {name} gone",
            name,
            without(name, "METADATA"),
            ends="" if name in USED else "repaired",
        )
    for name in (*USED[:3], *FAMILY):
        yield row(f"module and RECORD of {name} gone", name, (gone(name), without(name, "RECORD")))


def other_releases() -> Iterator[Row]:
    for name in ("jaxlib", "jax", "jaxlib_cpu", "jaxlib_core"):
        yield row(f"{name} twice", name, installed_twice(name, "0.10.1"))
        yield row(f"{name} of another release", name, versioned(name, "0.10.1"))
    yield row("numpy twice", "numpy", installed_twice("numpy", "1.99"), ends="")
    yield row("jax newer than all", "jax", versioned("jax", "0.12.0"))
    yield row("jaxlib newer than all", "jaxlib", versioned("jaxlib", "0.12.0"))
    garbled = changed("jaxlib/xla_client.py", garbage)
    for version, what in (("0.10.1", "of another release"), ("0.12.0", "newer than all")):
        lost = (gone("jaxlib/libjax_common.so"), versioned("jaxlib", version))
        yield row(f"jaxlib {what}, its library gone", "jaxlib", lost)
        yield row(f"jaxlib {what}, a file garbage", "jaxlib", (garbled, versioned("jaxlib", version)))
        yield row(f"jax {what}, a file of jaxlib garbage", "pip", (garbled, versioned("jax", version)))
    yield row("numpy too old", "numpy", versioned("numpy", "1.21.0"))
    yield row("scipy too old", "scipy", versioned("scipy", "1.0.0"))
    yield row("ml_dtypes too old", "ml_dtypes", versioned("ml_dtypes", "0.1.0"))


def without_metadata() -> Iterator[Row]:
    yield row("metadata of jax gone", "jax", gone("jax-*.dist-info"), ends="")
    yield row("metadata of jaxlib gone", "jaxlib", gone("jaxlib-*.dist-info"))
    yield row("metadata of numpy gone", "numpy", gone("numpy-*.dist-info"), ends="works")
    yield row("metadata of jaxlib-cpu gone", "jaxlib_cpu", gone("jaxlib_cpu-*.dist-info"), ends="")


def half_removed() -> Iterator[Row]:
    for name in ("jax", "jaxlib_cpu", "numpy"):
        ends = "works" if name == "numpy" else "repaired"
        yield row(f"METADATA of {name} with a name alone", name, _name_alone(name), ends=ends)
    for name in ("scipy", "numpy", "jaxlib", "jax"):
        yield row(f"{name} half removed", name, _half_removed(name))
    for name in ("jaxlib", "numpy", "jaxlib_cpu"):
        yield row(f"a removal of {name} interrupted", name, _interrupted(name, whole=True), ends="")
        yield row(f"a removal of {name} interrupted at once", name, _interrupted(name, whole=False))


def of_other_installers() -> Iterator[Row]:
    """Faults in an environment that uv made, and in a system's Python."""
    for kind in ("uv", "system"):
        yield row(f"scipy not installed ({kind})", "scipy", uninstalled("scipy"), kind)
        yield row(f"numpy not installed ({kind})", "numpy", uninstalled("numpy"), kind)
        yield row(f"library cut ({kind})", "jaxlib_cpu", changed(LIBRARY, cut), kind)
        yield row(f"jaxlib twice ({kind})", "jaxlib", installed_twice("jaxlib", "0.10.1"), kind)
        yield row(f"jaxlib not installed ({kind})", "jaxlib", uninstalled("jaxlib"), kind)
        yield row(f"jax of another release ({kind})", "jax", versioned("jax", "0.10.1"), kind)
        yield row(f"packaging not installed ({kind})", "packaging", uninstalled("packaging"), kind)
        yield row(
            f"module and RECORD of numpy gone ({kind})",
            "numpy",
            (gone("numpy"), without("numpy", "RECORD")),
            kind,
        )
        yield row(f"METADATA of jaxlib gone ({kind})", "jaxlib", without("jaxlib", "METADATA"), kind)
