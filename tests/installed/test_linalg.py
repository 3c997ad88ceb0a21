"""Linear algebra: what our ``cpu`` computes against what the backend inside jaxlib computes.

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
from tools.environment import Environment
from tools.manifest import releases

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
