"""JAX's own test cases of each primitive, if jax is installed: the library compared with jaxlib's CPU backend.

Runs at most two cases of each primitive. A case for which jax has no lowering on such a platform is UNSUPPORTED.
"""

from __future__ import annotations

import importlib.util
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

from jaxlib_pjrt.conformance.library import Check, Library, Unsupported

_PLATFORM = "conformance"
_EACH = 2


@cache
def _harnesses() -> dict[str, list[Any]]:
    import jax
    import numpy as np

    jax.config.update("jax_enable_x64", True)
    np.random.seed(0)
    from jax._src.internal_test_util import test_harnesses

    groups: dict[str, list[Any]] = {}
    for harness in test_harnesses.all_harnesses:
        if harness.filter("cpu"):
            groups.setdefault(harness.group_name, []).append(harness)
    return {
        name: sorted(group, key=lambda case: str(case.fullname)) for name, group in sorted(groups.items())
    }


@cache
def _register(path: str, options: tuple[tuple[str, Any], ...]) -> None:
    import jax
    from jax._src import xla_bridge

    jax.config.update("jax_platforms", f"cpu,{_PLATFORM}")
    xla_bridge.register_plugin(_PLATFORM, priority=0, library_path=path, options=dict(options))


def _run(group: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        import jax
        import numpy as np

        assert library.client
        # Register before jax's cases are imported, because they initialize its backends.
        _register(library.path, tuple(sorted(library.options.items())))
        cases = _harnesses()[group]
        count = min(_EACH, len(cases))
        unsupported: list[str] = []
        for harness in [cases[index * len(cases) // count] for index in range(count)]:
            seed = zlib.crc32(harness.fullname.encode())
            results = []
            for platform in ("cpu", _PLATFORM):
                arguments = harness.dyn_args_maker(np.random.RandomState(seed))
                with jax.default_device(jax.devices(platform)[0]):
                    try:
                        outputs = jax.jit(harness.dyn_fun)(*arguments)
                        results.append([_plain(leaf) for leaf in jax.tree_util.tree_leaves(outputs)])
                    except Exception as error:
                        text = f"{harness.fullname}: {type(error).__name__}: {str(error).splitlines()[0]}"
                        refused = isinstance(error, NotImplementedError) or "UNIMPLEMENTED" in text
                        if platform == "cpu" or refused or "No FFI handler registered" in text:
                            unsupported.append(text)
                            break
                        raise AssertionError(text) from error
            if len(results) == 2:
                _compare(harness, *results)
        if len(unsupported) == count:
            raise Unsupported(unsupported[0])

    return run


def _plain(leaf: Any) -> Any:
    import jax
    import numpy as np

    if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        leaf = jax.random.key_data(leaf)
    array = np.asarray(leaf)
    return array if array.dtype.kind in "biufc" else array.astype(np.float32)


def _compare(harness: Any, wanted: list[Any], results: list[Any]) -> None:
    import numpy as np

    assert len(wanted) == len(results), f"{harness.fullname}: {len(results)} results, wanted {len(wanted)}"
    for left, right in zip(wanted, results, strict=True):
        assert left.dtype == right.dtype, f"{harness.fullname}: {right.dtype}, wanted {left.dtype}"
        assert left.shape == right.shape, f"{harness.fullname}: {right.shape}, wanted {left.shape}"
        if left.dtype.kind in "biu":
            fine = np.array_equal(left, right)
        else:
            tolerance = {2: 2e-2, 4: 1e-3, 8: 1e-3 if left.dtype.kind == "c" else 1e-6}.get(
                left.dtype.itemsize, 1e-6
            )
            scale = np.abs(left[np.isfinite(left)]).max(initial=1.0)
            fine = np.allclose(left, right, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
        assert fine, f"{harness.fullname}: further from the CPU backend inside jaxlib than the types allow"


def lacking() -> str:
    """The module without which jax's own cases cannot be imported, or ""."""
    return next((name for name in ("jax", "absl") if importlib.util.find_spec(name) is None), "")


def checks() -> list[Check]:
    """The checks of this file; none without jax, or without absl, which jax's cases import."""
    if lacking():
        return []
    return [check(name) for name in _harnesses()]


def check(group: str) -> Check:
    """The check of one primitive; does not import jax's cases yet."""
    rule = "Two of jax's own cases return what the CPU backend inside jaxlib returns."
    return Check("primitives", group, rule, _run(group))
