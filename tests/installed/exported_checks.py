"""Runs in an environment with jaxlib-pjrt and no jax: every archive's functions, and callers' mistakes.

Prints JSON: the result for each function of each archive, and for each check of this file its failure or "".
"""

from __future__ import annotations

import io
import json
import sys
import traceback
import zipfile
from collections import OrderedDict, namedtuple
from pathlib import Path
from typing import Any

import jaxlib_pjrt as pjrt
import ml_dtypes
import numpy as np
from jaxlib_pjrt import errors, trees
from jaxlib_pjrt.exported import Compiled, Exported, load_exported

ARCHIVES = Path(sys.argv[1])
CLIENT = pjrt.Client("cpu", cpu_device_count=4)
X: Any = np.arange(12, dtype=np.float32).reshape(3, 4)
NEW = zipfile.ZipFile(max(ARCHIVES.glob("jax-0.10*.zip")))


def exported(name: str) -> Exported:
    return load_exported(NEW.read(f"{name}.bin"))


def flat(tree: Any, value: Any) -> list[Any]:
    return list(trees.flatten(tree, value, ""))


def arguments(function: Exported, arrays: Any) -> Any:
    leaves = iter([arrays[f"in{i}"] for i in range(len(function.artifact.in_avals))])
    positional, named = (trees.unflatten(child, leaves) for child in function.artifact.in_tree.children)
    return positional, named


def outcome(archive: zipfile.ZipFile, name: str) -> str:
    """ "equal", the kinds of problems that it cannot run for, or what went wrong."""
    function = load_exported(archive.read(f"{name}.bin"))
    arrays = np.load(io.BytesIO(archive.read(f"{name}.npz")))
    positional, named = arguments(function, arrays)
    try:
        result = function.compile(CLIENT)(*positional, **named)
        results = [np.asarray(leaf) for leaf in flat(function.artifact.out_tree, result)]
    except errors.CannotRun as error:
        kinds = {problem[0] for problem in error.problems}
        before = {problem.kind for problem in function.preflight(CLIENT)}
        return " ".join(sorted(kinds)) + (
            "" if kinds - {"stablehlo"} == before - {"stablehlo"} else " (late)"
        )
    except errors.PjrtError as error:
        return f"{type(error).__name__}: {error.message}"
    # Each custom call is compiled alone for that, so it is asked only once for all versions of jax.
    if archive.filename == NEW.filename and (problems := function.preflight(CLIENT)):
        return f"equal, and yet {problems}"
    for index, result in enumerate(results):
        wanted = arrays[f"out{index}"]
        array = result.view(np.uint16) if result.dtype == ml_dtypes.bfloat16 else result
        if array.dtype != wanted.dtype:
            return f"{array.dtype} instead of {wanted.dtype}"
        if not np.allclose(array, wanted, rtol=1e-4, atol=1e-3, equal_nan=False):
            return f"result {index} differs by {np.abs(array - wanted).max()}"
    return "equal" if results else "no results"


def raises(kind: type[Exception], text: str, call: Any, *args: Any, **kwargs: Any) -> None:
    found = None
    try:
        call(*args, **kwargs)
    except kind as error:
        found = error
    assert found is not None, f"no {kind.__name__}"
    assert text in str(found), f"{found!r} without {text!r}"


def check_it_runs_on_what_is_installed() -> None:
    assert np.array_equal(np.asarray(exported("any_platform")(X)), X + 1)


def check_arguments_nested_otherwise_are_named() -> None:
    nested = exported("nested").compile(CLIENT)
    good = {"x": X, "y": np.int32(3)}, [X, (X, None)]
    assert np.array_equal(np.asarray(nested(*good, scale=2.0)["a"]), X * 2)  # Python's own numbers too
    raises(
        TypeError,
        "args[0]: wanted {'x': *, 'y': *}, found a dict with the keys ['x']",
        nested,
        {"x": X},
        [],
        scale=1,
    )
    raises(TypeError, "args[1][1][1]: wanted None, found a int", nested, good[0], [X, (X, 3)], scale=1.0)
    raises(
        TypeError, "args[1]: wanted [*, (*, None)], found a tuple of 2", nested, good[0], (X, X), scale=1.0
    )
    raises(TypeError, "wanted 2 arguments and the keywords ['scale'], found 2 and []", nested, *good)
    raises(
        TypeError,
        "args[1][0]: wanted float32[3, 4], found float64[3, 4]",
        nested,
        good[0],
        [X * 1.0 + X.astype(float), (X, None)],
        scale=1.0,
    )
    raises(TypeError, "scale: wanted float32[], found float32[3, 4]", nested, *good, scale=X)


def check_a_container_that_is_not_registered_is_a_node() -> None:
    result = exported("named_tuple")((X, X))
    assert result.name == "tests.Point"
    assert np.array_equal(np.asarray(result.children[0]), X + 1)
    point = namedtuple("point", "x y")
    trees.register_namedtuple(point, "tests.Point")
    result = exported("named_tuple")((X, X))
    assert type(result) is point
    assert np.array_equal(np.asarray(result.y), X)
    raises(ValueError, "is the name of", trees.register_namedtuple, namedtuple("other", "x"), "tests.Point")
    raises(TypeError, "wanted a named tuple", trees.register_namedtuple, int, "tests.Int")


def check_ordered_dicts_keep_their_order() -> None:
    ordered = exported("ordered_dict").compile(CLIENT)
    square = np.load(io.BytesIO(NEW.read("ordered_dict.npz")))["in1"]
    result = ordered(OrderedDict(b=X, a=square))
    assert list(result) == ["b", "a"]
    assert result["b"].shape == (3, 3)
    raises(TypeError, "found a OrderedDict", ordered, OrderedDict(a=square, b=X))


def check_donated_buffers_are_gone_unless_kept() -> None:
    with zipfile.ZipFile(max(ARCHIVES.glob("jax-0.12*.zip"))) as archive:
        donated = load_exported(archive.read("donated.bin"))
    for donate in (True, False):
        first, second = CLIENT.buffer(X), CLIENT.buffer(X)
        result, _ = donated.compile(CLIENT, donate=donate)(first, second)
        assert np.array_equal(np.asarray(result), X + X)
        assert first.is_deleted is donate, donate
        assert not second.is_deleted


def check_an_argument_that_is_not_used_may_be_anything() -> None:
    first, second = exported("unused").compile(CLIENT)(X, None, np.eye(3, dtype=np.float32))
    assert np.array_equal(np.asarray(first), X + 1)
    assert np.array_equal(np.asarray(second), np.eye(3) * 2)


def check_which_devices() -> None:
    last = CLIENT.devices[3]
    assert exported("plain").compile(CLIENT, devices=[last])(X, X).device == last
    backwards = exported("sharded").compile(CLIENT, devices=CLIENT.devices[::-1])
    y: Any = np.arange(64, dtype=np.float32).reshape(8, 8)
    product, total = backwards(y, y)
    assert product.devices == tuple(CLIENT.devices[::-1])
    assert np.array_equal(np.asarray(product), y @ y)
    assert float(np.asarray(total)) == y.sum()
    assert product.slices[1] == (slice(0, 4), slice(4, 8))
    # What is spread already is taken as it is.
    again, _ = backwards(product, y)
    assert np.array_equal(np.asarray(again), y @ y @ y)
    raises(ValueError, "devices: wanted 4, found 1", exported("sharded").compile, CLIENT, devices=[last])
    few = pjrt.Client("cpu", cpu_device_count=2)
    raises(
        errors.CannotRun, "devices: exported for 4, and the client has 2", exported("sharded").compile, few
    )


def check_derivatives() -> None:
    derivative = exported("derivative")
    vjp = derivative.vjp
    assert vjp is not None
    (slope,) = vjp.compile(CLIENT)(X, np.ones_like(X))
    assert np.allclose(np.asarray(slope), 3 * np.cos(X), atol=1e-6)
    assert vjp.vjp is not None
    assert vjp.vjp.vjp is None


def check_its_texts() -> None:
    nested = exported("nested")
    assert nested.signature == (
        "(({'x': float32[3,4], 'y': int32[]}, [float32[3,4], (float32[3,4], None)]), {'scale': float32[]}) -> "
        "{'a': float32[3,4], 'z': [float32[3,4], None, (int32[],)]}"
    ), nested.signature
    assert repr(nested) == f"Exported('nested' for cpu: {nested.signature})"
    assert isinstance(nested.compile(CLIENT), Compiled)


def check_other_files_are_refused() -> None:
    raises(errors.ArtifactError, "/dev/null: it is not a function", load_exported, "/dev/null")
    whole = NEW.read("plain.bin")
    raises(errors.ArtifactError, "it is not a function", load_exported, whole[: len(whole) // 2])
    raises(FileNotFoundError, "nowhere", load_exported, "/nowhere")


def check_nothing_of_jax_was_imported() -> None:
    assert not {"jax", "jaxlib", "flatbuffers"} & set(sys.modules)


def main() -> None:
    results: dict[str, dict[str, str]] = {}
    for path in sorted(ARCHIVES.glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            names = sorted(name.removesuffix(".bin") for name in archive.namelist() if name.endswith(".bin"))
            results[path.stem] = {name: outcome(archive, name) for name in names}
    checks = {}
    for name, check in sorted(globals().items()):
        if name.startswith("check_"):
            try:
                check()
                checks[name] = ""
            except Exception:
                checks[name] = traceback.format_exc()
    print(json.dumps({"archives": results, "checks": checks}))


if __name__ == "__main__":
    main()
