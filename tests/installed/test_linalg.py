"""Linear algebra on jaxlib-cpu has the same results as on the backend inside jaxlib.

Both call the LAPACK of the same SciPy, so that most results are equal to the last bit.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.installed.conftest import finished
from tests.installed.test_primitives import SCRIPT as PRIMITIVES
from tests.installed.test_primitives import difference
from tools.artifacts.manifest import releases
from tools.environments.venv import Environment

#: Units in the last place of the largest number in an array. Upstream's own kernel for perturbed tridiagonal
#: systems and XLA's fusions round in another order than ours.
ULPS = 32
#: The primitives whose lowering on CPU calls LAPACK, by upstream's name of the group of test cases.
GROUPS = (
    "cholesky",
    "custom_linear_solve",
    "eig",
    "eigh",
    "lu",
    "qr",
    "svd",
    "triangular_solve",
    "tridiagonal_solve",
)

#: A thousand compiled programs a line: the lines between share the handlers and run jax's own cases.
ENDS = (releases()[0], releases()[-1])
SCRIPT = Path(__file__).with_name("linalg.py")


@pytest.fixture(scope="module", params=releases())
def environments(
    request: pytest.FixtureRequest, pair: Callable[[str], list[Environment]]
) -> list[Environment]:
    """One with our plugin, one with jaxlib alone; SciPy is the same."""
    return pair(request.param)


def results(environments: list[Environment], script: Path, *arguments: str) -> list[dict[str, np.ndarray]]:
    found = []
    for environment in environments:
        path = environment.folder / f"{script.stem}.npz"
        done = environment.run(
            str(script), str(path), *arguments, environment={"JAX_ENABLE_X64": "1"}, timeout=1500
        )
        assert done.returncode == 0, f"status {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        found.append(dict(np.load(path)))
    return found


def problems(plugin: dict[str, np.ndarray], inside: dict[str, np.ndarray]) -> dict[str, str]:
    """What differs, by result; an error must be one in both."""
    found = {}
    for key in plugin.keys() | inside.keys():
        name, _, dtype = key.split("|")
        if not name:
            continue
        if key not in plugin or key not in inside:
            where, other = ("inside", plugin) if key in plugin else ("plugin", inside)
            found[key] = f"{where}: absent; the other: {other[key]}"
        elif dtype and (problem := difference(inside[key], plugin[key], dtype, ULPS)):
            found[key] = problem
    return found


@pytest.mark.parametrize("environments", ENDS, indirect=True)
def test_linear_algebra_computes_the_same(
    environments: list[Environment], capsys: pytest.CaptureFixture[str]
) -> None:
    plugin, inside = results(environments, SCRIPT)
    arrays = [key for key in inside if key.split("|")[2]]
    assert len({key.split("|")[0] for key in arrays}) >= 1000
    found = problems(plugin, inside)
    assert not found, "\n".join(f"{name}: {problem}" for name, problem in sorted(found.items()))
    equal = sum(np.array_equal(plugin[key], inside[key], equal_nan=True) for key in arrays)
    with capsys.disabled():
        print(f"\n{len(arrays)} results of linear algebra, {equal} equal to the last bit")

    for results_of in (plugin, inside):
        errors = {key.split("|")[0]: str(value) for key, value in results_of.items() if "|error|" in key}
        assert {name.split(" ")[0] for name in errors} == {"too"}
        assert len(errors) == 4
        assert all("INVALID_ARGUMENT" in text for text in errors.values()), errors


@pytest.mark.parametrize("environments", ENDS, indirect=True)
def test_every_target_of_jaxlib_is_ours_and_was_called(environments: list[Environment]) -> None:
    path = environments[0].folder / f"{SCRIPT.stem}.npz"
    recorded = np.load(path)
    called, registered = set(recorded["|targets|"].tolist()), set(recorded["|registered|"].tolist())
    assert len(registered) >= 62
    assert called == registered
    done = environments[0].run(
        "-c", "import json; from jaxlib_cpu import _pjrt; print(json.dumps(_pjrt.platform_handlers()))"
    )
    assert set(finished(done)) == registered


def test_every_upstream_case_computes_the_same(
    environments: list[Environment], capsys: pytest.CaptureFixture[str]
) -> None:
    plugin, inside = results(environments, PRIMITIVES, "1000", *GROUPS)
    cases = {key.split("|")[0] for key in inside}
    assert len(cases) >= 250
    assert not [key for key in inside if "|error|" in key], "upstream's own backend fails a case"
    found = problems(plugin, inside)
    assert not found, "\n".join(f"{name}: {problem}" for name, problem in sorted(found.items()))
    with capsys.disabled():
        print(f"\n{len(cases)} of upstream's cases of linear algebra")


@pytest.mark.parametrize(
    ("use", "imported"),
    [("jnp.sin(1.0).block_until_ready()", False), ("jnp.linalg.inv(jnp.eye(3)).block_until_ready()", True)],
)
def test_scipy_is_imported_for_linear_algebra_only(
    environments: list[Environment], use: str, imported: bool
) -> None:
    code = f"import json, sys, jax.numpy as jnp; {use}; print(json.dumps(dict.fromkeys(sys.modules)))"
    assert ("scipy.linalg" in finished(environments[0].run("-c", code))) is imported


def test_a_program_from_elsewhere_finds_its_lapack(environments: list[Environment]) -> None:
    """No lowering in this process, so nothing but the handler itself imports SciPy, on a thread of XLA's."""
    write = """
        import jax, jax.numpy as jnp, pickle
        from jax.experimental import serialize_executable
        program = jax.jit(jnp.linalg.cholesky).lower(jnp.eye(3)).compile()
        pickle.dump(serialize_executable.serialize(program), open("program.pickle", "wb"))
        """
    read = """
        import json, pickle, sys
        import jax, jax.numpy as jnp
        from jax.experimental import serialize_executable
        program = serialize_executable.deserialize_and_load(*pickle.load(open("program.pickle", "rb")))
        before = "scipy.linalg" in sys.modules
        results = [program(jnp.eye(3) * 4) for _ in range(8)]
        print(json.dumps({"before": before, "sums": [float(result.sum()) for result in results]}))
        """
    run = environments[0].run
    done = run("-c", textwrap.dedent(write))
    assert done.returncode == 0, done.stderr
    assert finished(run("-c", textwrap.dedent(read))) == {"before": False, "sums": [6.0] * 8}


def test_without_scipy_the_error_says_so(environments: list[Environment]) -> None:
    code = """
        import json, sys
        import jax, jax.numpy as jnp
        from jaxlib import lapack
        lapack._lapack.initialize()  # jaxlib's own import of SciPy, which jax would run into first
        for name in [name for name in sys.modules if name.startswith("scipy.linalg")]:
            sys.modules[name] = None
        try:
            jnp.linalg.cholesky(jnp.eye(3)).block_until_ready()
        except Exception as error:
            print(json.dumps({"error": str(error)}))
        """
    text = finished(environments[0].run("-c", textwrap.dedent(code)))["error"]
    assert "FAILED_PRECONDITION" in text
    assert "SciPy's LAPACK" in text
    assert "scipy.linalg" in text


def test_a_call_that_does_not_fit_is_refused(environments: list[Environment]) -> None:
    """Through jax.ffi anyone can call these targets, with anything: no such call may reach LAPACK."""
    code = """
        import json
        import jax, jax.numpy as jnp, numpy as np

        def called(target, results, *operands, **attributes):
            call = jax.ffi.ffi_call(target, results)
            try:
                jax.block_until_ready(jax.jit(lambda *x: call(*x, **attributes))(*operands))
            except Exception as error:
                return str(error)
            return "accepted"

        f32, f64 = jnp.eye(3), jnp.ones((3, 3), "complex64")
        wide, vector = jnp.ones((2, 3)), jnp.ones(3)
        like = lambda *arrays: [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arrays]
        info, lower = jnp.zeros((), "int32"), np.uint8(ord("L"))
        print(json.dumps({
            "right": called("lapack_spotrf_ffi", like(f32, info), f32, uplo=lower),
            "type": called("lapack_spotrf_ffi", like(f64, info), f64, uplo=lower),
            "number of results": called("lapack_spotrf_ffi", like(f32), f32, uplo=lower),
            "number of operands": called("lapack_spotrf_ffi", like(f32, info), f32, f32, uplo=lower),
            "no attribute": called("lapack_spotrf_ffi", like(f32, info), f32),
            "attribute's type": called("lapack_spotrf_ffi", like(f32, info), f32, uplo=np.int32(76)),
            "attribute's value": called("lapack_spotrf_ffi", like(f32, info), f32, uplo=np.uint8(0)),
            "not square": called("lapack_spotrf_ffi", like(wide, info), wide, uplo=lower),
            "no matrix": called("lapack_spotrf_ffi", like(vector, info), vector, uplo=lower),
            "result's size": called("lapack_spotrf_ffi", like(wide, info), f32, uplo=lower),
            "info's size": called("lapack_spotrf_ffi", like(f32, info[None].repeat(2)), f32, uplo=lower),
            "sparse type": called("cpu_csr_sparse_dense_ffi", like(vector), vector, vector, vector, vector),
            "tridiagonal size": called(
                "tridiagonal_solve_perturbed_ffi", like(f32), vector, vector, vector[1:], f32
            ),
        }))
        """
    done = environments[0].run("-c", textwrap.dedent(code), environment={"JAX_ENABLE_X64": "0"})
    found = finished(done)
    assert found.pop("right") == "accepted"
    wrong = {name: text for name, text in found.items() if not re.match("(INVALID_ARG|UNIMPL)", text)}
    assert not wrong


def test_batches_on_several_threads_are_equal_to_single_matrices(environments: list[Environment]) -> None:
    """To the last bit, failures included, called from several threads and on several devices at once."""
    code = """
        import json
        from concurrent.futures import ThreadPoolExecutor
        import jax, jax.numpy as jnp, numpy as np
        from jax import lax

        # Of an order that leaves each matrix aligned as one alone is: OpenBLAS's pivots among NaNs depend on it.
        random = np.random.RandomState(0)
        a = random.standard_normal((300, 20, 20)).astype("float32")
        positive = a @ a.swapaxes(1, 2) + 20 * np.eye(20, dtype="float32")
        # Some have no answer, each in its own way; those beside them must not notice.
        positive[[3, 150, 299]] *= -1
        a[[0, 77]], a[298, 4, 2] = np.nan, np.inf

        def info(target, results):
            def call(x):
                shapes = [jax.ShapeDtypeStruct((*x.shape[:-2], *shape), kind) for shape, kind in results]
                return jax.ffi.ffi_call(target, shapes)(x, uplo=np.uint8(ord("L")))
            return call

        cases = {
            "cholesky": (jnp.linalg.cholesky, positive),
            "potrf": (info("lapack_spotrf_ffi", [((20, 20), "float32"), ((), "int32")]), positive),
            "eigh": (lax.linalg.eigh, positive),
            "svd": (jnp.linalg.svd, np.nan_to_num(a, posinf=1)),
            "svd of what is not finite": (jnp.linalg.svd, a),
            "qr": (jnp.linalg.qr, a),
            "lu": (lax.linalg.lu, a),
            "eig": (jnp.linalg.eig, a),
            "eig complex": (jnp.linalg.eig, lax.complex(a, a[::-1])),
            "schur": (lax.linalg.schur, np.nan_to_num(a, posinf=1)),
            "hessenberg": (lax.linalg.hessenberg, a),
            "solve": (lambda x: jnp.linalg.solve(x, x[..., :2]), positive),
            "triangular": (lambda x: lax.linalg.triangular_solve(x, x, lower=True), positive),
            "tridiagonal_solve": (
                lambda x: lax.linalg.tridiagonal_solve(x[..., 0], 9 + x[..., 1], x[..., 2], x), positive
            ),
        }
        equal = lambda x, y: all(
            np.array_equal(np.asarray(p), np.asarray(q), equal_nan=True)
            for p, q in zip(jax.tree.leaves(x), jax.tree.leaves(y), strict=True)
        )
        found = {"devices": len(jax.devices()), "different": [], "codes": []}
        for name, (function, x) in cases.items():
            program = jax.jit(function)
            each = [program(x[i : i + 1]) for i in range(len(x))]
            alone = jax.tree.map(lambda *parts: np.concatenate(parts), *each)
            placed = [jax.device_put(x, device) for device in jax.devices()]
            with ThreadPoolExecutor(8) as pool:
                results = list(pool.map(lambda i: jax.block_until_ready(program(placed[i % 4])), range(32)))
            if not all(equal(alone, result) for result in results):
                found["different"].append(name)
            if name == "potrf":
                found["codes"] = np.flatnonzero(np.asarray(results[-1][1])).tolist()
        print(json.dumps(found))
        """
    run = environments[0].run
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "JAX_ENABLE_X64": "0"}
    expected = {"devices": 4, "different": [], "codes": [3, 150, 299]}
    assert finished(run("-c", textwrap.dedent(code), environment=flags)) == expected
