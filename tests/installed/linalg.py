"""Runs linear algebra on the CPU backend of this environment, and stores the results.

Run by ``test_linalg.py`` in two environments, once on the plugin and once on the backend inside jaxlib:

    JAX_ENABLE_X64=1 python linalg.py OUTPUT.npz

Each result is stored under ``case|index|dtype``, where the dtype determines the tolerance; an error is stored as
its text. A result that is not unique (the sign or phase of an eigenvector) is normalized, or the matrix that it
must reconstruct is stored instead. ``|targets|`` has the FFI targets in the programs that ran, ``|registered|``
those that jaxlib has.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.experimental.sparse  # registers its target
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax import lax
from jaxlib import cpu_sparse, lapack

#: numpy is seen without its types here.
Array = Any
#: A name, a function of jax arrays, its arguments, and what of its results is compared (all, by default).
Case = tuple[str, Callable[..., Any], tuple[Any, ...], Callable[..., Any]]

TYPES = ("float32", "float64", "complex64", "complex128")
#: transpose_a, conjugate_a, unit_diagonal.
TRIANGULAR_OPTIONS = [
    (transpose, conjugate, unit)
    for unit in (False, True)
    for conjugate in (False, True)
    for transpose in (False, True)
]
#: Compiling takes nearly all of the time: less for many cases in a program, and without LLVM's optimizations.
GROUP = 16
OPTIONS = {"xla_backend_optimization_level": "0"}
TARGET = re.compile(r'custom_call_target="((?:lapack|tridiagonal|cpu_csr)_\w+)"')


def random(name: str, shape: tuple[int, ...], dtype: str) -> Array:
    """Random numbers around 0, the same for the same name and shape."""
    generator = np.random.RandomState(zlib.crc32(f"{name}{shape}".encode()))
    values = generator.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        return (values + 1j * generator.standard_normal(shape)).astype(dtype)
    return values.astype(dtype)


def square(name: str, n: int, dtype: str, batch: tuple[int, ...] = ()) -> Array:
    """Random square matrices that are well-conditioned, and whose eigenvalues are apart."""
    return random(name, (*batch, n, n), dtype) + np.diag(np.arange(n) + 2.0).astype(dtype)


def adjoint(a: Any) -> Any:
    return a.conj().swapaxes(-1, -2)


def positive(name: str, n: int, dtype: str, batch: tuple[int, ...] = ()) -> Array:
    """Random Hermitian matrices that are positive definite."""
    a = random(name, (*batch, n, n), dtype)
    return (a @ adjoint(a) + np.diag(np.arange(n) + 1.0)).astype(dtype)


def everything(*results: Any) -> Any:
    return results


def phase_free(vectors: Array) -> Array:
    """Columns, each with the factor of modulus 1 that makes a fixed combination of its elements positive."""
    weights = np.random.RandomState(0).standard_normal(vectors.shape[-2])
    sums = np.einsum("i,...ij->...j", weights, vectors)
    return vectors * (np.conj(sums) / np.where(sums == 0, 1, np.abs(sums)))[..., None, :]


def of_svd(u: Array, s: Array, vt: Array) -> Any:
    rank = s.shape[-1]
    return s, (u[..., :rank] * s[..., None, :]) @ vt[..., :rank, :], adjoint(u) @ u, vt @ adjoint(vt)


def of_eigh(v: Array, w: Array) -> Any:
    return w, phase_free(v)


def of_eig(w: Array, *vectors: Array) -> Any:
    return (w, *map(phase_free, vectors))


def of_schur(t: Array, z: Array) -> Any:
    return np.abs(t), z @ t @ adjoint(z), adjoint(z) @ z


class Operands(NamedTuple):
    """Matrices of one dtype, alone or in batches; the label ends the names of their cases."""

    dtype: str
    label: str
    batch: tuple[int, ...]

    @property
    def kind(self) -> str:
        return np.dtype(self.dtype).kind

    @property
    def a(self) -> Array:
        return square("a", 5, self.dtype, self.batch)

    @property
    def h(self) -> Array:
        return positive("h", 5, self.dtype, self.batch)

    @property
    def b(self) -> Array:
        return random("b", (*self.batch, 5, 3), self.dtype)

    @property
    def tall(self) -> Array:
        return random("tall", (*self.batch, 6, 4), self.dtype)

    @property
    def wide(self) -> Array:
        return random("wide", (*self.batch, 3, 5), self.dtype)

    @property
    def diagonals(self) -> tuple[Array, Array, Array]:
        """The lower, middle and upper diagonals of matrices."""
        lower, middle, upper = (
            random(name, (*self.batch, 5), self.dtype) for name in ("lower", "middle", "upper")
        )
        return lower, middle + np.asarray(4, self.dtype), upper


def of_type(dtype: str) -> Iterator[Case]:
    """Everything that takes one of the four types."""
    alone, batched = Operands(dtype, "", ()), Operands(dtype, " batch", (2, 3))
    for on in (alone, batched, Operands(dtype, " empty batch", (0,))):
        for topic in (symmetric, general, rectangular, triangular, orthogonal, tridiagonal, systems):
            yield from topic(on)
    yield from vectorized(batched)
    yield from of_scipy(alone)
    yield from derivatives(alone)
    yield from degenerate(dtype)


def symmetric(on: Operands) -> Iterator[Case]:
    """Factors and eigenvalues of Hermitian matrices."""
    for lower in (True, False):
        yield (
            f"cholesky lower={lower}{on.label}",
            lambda x, lower=lower: jsl.cholesky(x, lower=lower),
            (on.h,),
            everything,
        )
        yield (
            f"eigh lower={lower}{on.label}",
            lambda x, lower=lower: lax.linalg.eigh(x, lower=lower, symmetrize_input=False),
            (on.h,),
            of_eigh,
        )
        yield (
            f"tridiagonal lower={lower}{on.label}",
            lambda x, lower=lower: lax.linalg.tridiagonal(x, lower=lower),
            (on.h,),
            everything,
        )
    yield f"eigvalsh{on.label}", jnp.linalg.eigvalsh, (on.h,), everything


def general(on: Operands) -> Iterator[Case]:
    """Eigenvectors, Schur and Hessenberg forms of square matrices."""
    for left in (True, False):
        for right in (True, False):
            yield (
                f"eig left={left} right={right}{on.label}",
                lambda x, left=left, right=right: lax.linalg.eig(
                    x, compute_left_eigenvectors=left, compute_right_eigenvectors=right
                ),
                (on.a,),
                of_eig,
            )
    yield f"schur{on.label}", lax.linalg.schur, (on.a,), of_schur
    yield (
        f"schur form{on.label}",
        lambda x: jnp.abs(lax.linalg.schur(x, compute_schur_vectors=False)[0]),
        (on.a,),
        everything,
    )
    yield f"hessenberg{on.label}", lax.linalg.hessenberg, (on.a,), everything


def rectangular(on: Operands) -> Iterator[Case]:
    """LU, QR and singular value decompositions."""
    for name, matrix in (("tall", on.tall), ("wide", on.wide), ("square", on.a)):
        yield f"lu {name}{on.label}", lax.linalg.lu, (matrix,), everything
        for full in (True, False):
            yield (
                f"qr {name} full={full}{on.label}",
                lambda x, full=full: lax.linalg.qr(x, full_matrices=full),
                (matrix,),
                everything,
            )
            yield (
                f"qr pivoting {name} full={full}{on.label}",
                lambda x, full=full: lax.linalg.qr(x, pivoting=True, full_matrices=full),
                (matrix,),
                everything,
            )
            for algorithm in (lax.linalg.SvdAlgorithm.DEFAULT, lax.linalg.SvdAlgorithm.QR):
                yield (
                    f"svd {algorithm.name} {name} full={full}{on.label}",
                    lambda x, full=full, algorithm=algorithm: lax.linalg.svd(
                        x, full_matrices=full, algorithm=algorithm
                    ),
                    (matrix,),
                    of_svd,
                )
        for algorithm in (lax.linalg.SvdAlgorithm.DEFAULT, lax.linalg.SvdAlgorithm.QR):
            yield (
                f"svd {algorithm.name} {name} values{on.label}",
                lambda x, algorithm=algorithm: lax.linalg.svd(x, compute_uv=False, algorithm=algorithm),
                (matrix,),
                everything,
            )


def triangular(on: Operands) -> Iterator[Case]:
    """Triangular systems."""
    for left_side in (True, False):
        for lower in (True, False):
            for transpose, conjugate, unit in TRIANGULAR_OPTIONS if not on.batch else TRIANGULAR_OPTIONS[:2]:
                yield (
                    f"triangular_solve {left_side=} {lower=} {transpose=} {conjugate=} {unit=}{on.label}",
                    lambda x, y, options=(left_side, lower, transpose, conjugate, unit): (
                        lax.linalg.triangular_solve(
                            x,
                            y,
                            left_side=options[0],
                            lower=options[1],
                            transpose_a=options[2],
                            conjugate_a=options[3],
                            unit_diagonal=options[4],
                        )
                    ),
                    (on.a, on.b if left_side else on.b.swapaxes(-1, -2)),
                    everything,
                )


def orthogonal(on: Operands) -> Iterator[Case]:
    """Products with the factors of a QR decomposition."""
    for left_side in (True, False):
        for transpose in (True, False):
            c = random("c", (*on.batch, *((6, 3) if left_side else (3, 6))), on.dtype)
            yield (
                f"ormqr left={left_side} {transpose=}{on.label}",
                lambda x, y, z, left=left_side, transpose=transpose: lax.linalg.ormqr(
                    x, y, z, left=left, transpose=transpose
                ),
                (on.tall, random("taus", (*on.batch, 4), on.dtype), c),
                everything,
            )
    yield (
        f"householder_product{on.label}",
        lax.linalg.householder_product,
        (on.tall, random("taus", (*on.batch, 4), on.dtype)),
        everything,
    )


def tridiagonal(on: Operands) -> Iterator[Case]:
    """Tridiagonal systems, some of them singular."""
    singular: Array = (
        on.diagonals[0] * 0,
        on.diagonals[1] * np.asarray([1, 0, 1e-30, 1e-12, 0], on.dtype),
        on.diagonals[2],
    )
    yield f"tridiagonal_solve{on.label}", lax.linalg.tridiagonal_solve, (*on.diagonals, on.b), everything
    for name, system in (
        ("regular", on.diagonals),
        ("swapped", (on.diagonals[1], on.diagonals[0], on.diagonals[2])),
        ("singular", singular),
    ):
        yield (
            f"tridiagonal_solve perturbed {name}{on.label}",
            lambda *x: lax.linalg.tridiagonal_solve(*x, perturb_singular=True),
            (*system, on.b),
            everything,
        )


def systems(on: Operands) -> Iterator[Case]:
    """Systems of equations, inverses and determinants."""
    yield f"solve{on.label}", jnp.linalg.solve, (on.a, on.b), everything
    yield f"solve pos{on.label}", lambda x, y: jsl.solve(x, y, assume_a="pos"), (on.h, on.b), everything
    yield f"inv{on.label}", jnp.linalg.inv, (on.a,), everything
    yield f"det{on.label}", jnp.linalg.det, (on.a,), everything
    yield f"slogdet{on.label}", jnp.linalg.slogdet, (on.a,), everything
    yield f"pinv{on.label}", jnp.linalg.pinv, (on.tall,), everything
    if on.batch != (0,):
        yield f"lu_solve{on.label}", lambda x, y: jsl.lu_solve(jsl.lu_factor(x), y), (on.a, on.b), everything
        yield (
            f"cho_solve{on.label}",
            lambda x, y: jsl.cho_solve(jsl.cho_factor(x), y),
            (on.h, on.b),
            everything,
        )
        yield f"expm{on.label}", jsl.expm, (on.a / 4,), everything


def vectorized(on: Operands) -> Iterator[Case]:
    """Functions under vmap."""
    yield "vmap solve", jax.vmap(jax.vmap(jnp.linalg.solve)), (on.a, on.b), everything
    yield "vmap eigh", jax.vmap(lambda x: jnp.linalg.eigh(x)[0]), (on.h,), everything
    yield "vmap svd", jax.vmap(lambda x: jnp.linalg.svd(x, compute_uv=False)), (on.tall,), everything
    yield "vmap cholesky", jax.vmap(jnp.linalg.cholesky, in_axes=1, out_axes=2), (on.h,), everything


def of_scipy(on: Operands) -> Iterator[Case]:
    """What jax.numpy and jax.scipy build on these."""
    yield (
        "lstsq",
        lambda x, y: jnp.linalg.lstsq(x, y)[0],
        (on.tall, random("y", (6, 2), on.dtype)),
        everything,
    )
    yield "matrix_rank", jnp.linalg.matrix_rank, (on.tall,), everything
    yield "cond", jnp.linalg.cond, (on.a,), everything
    yield "norm nuc", lambda x: jnp.linalg.norm(x, "nuc"), (on.tall,), everything
    yield "matrix_power", lambda x: jnp.linalg.matrix_power(x, -2), (on.a,), everything
    yield "polar", jsl.polar, (on.a,), everything
    yield "polar svd", lambda x: jsl.polar(x, method="svd"), (on.tall,), everything
    yield "sqrtm", jsl.sqrtm, (on.h,), everything
    yield "scipy schur", lambda x: jsl.schur(x, output="complex"), (on.a,), of_schur
    yield "rsf2csf", lambda x: jsl.rsf2csf(*jsl.schur(x)), (on.a,), of_schur
    yield "scipy hessenberg", lambda x: jsl.hessenberg(x, calc_q=True), (on.a,), everything
    yield "scipy qr", lambda x: jsl.qr(x, pivoting=True, mode="economic"), (on.tall,), everything
    yield "solve_sylvester", lambda x, y: jsl.solve_sylvester(x, x.T, y), (on.a, on.a), everything
    yield (
        "scipy eigh_tridiagonal",
        lambda d, e: jsl.eigh_tridiagonal(d, e, eigvals_only=True),
        (on.diagonals[1].real, on.diagonals[0].real[1:]),
        everything,
    )
    if on.kind == "f":
        yield "expm_frechet", lambda x, y: jsl.expm_frechet(x / 4, y), (on.a, on.h), everything


def derivatives(on: Operands) -> Iterator[Case]:

    def scalar(function: Callable[..., Any]) -> Any:
        return jax.grad(lambda *x: jnp.real(jnp.sum(function(*x))))

    def of_hermitian(x: Any) -> Any:
        v, w = lax.linalg.eigh((x + adjoint(x)) / 2)
        return (v * jnp.exp(-w)[None, :]) @ adjoint(v)

    def of_qr(x: Any) -> Any:
        q, r = jnp.linalg.qr(x)
        return q + r[:1, :1]

    def of_factors(x: Any) -> Any:
        u, s, vt = jnp.linalg.svd(x, full_matrices=False)
        return (u * jnp.exp(-s)) @ vt

    yield "grad solve", scalar(jnp.linalg.solve), (on.a, on.b), everything
    yield "grad inv", scalar(jnp.linalg.inv), (on.a,), everything
    yield "grad det", scalar(jnp.linalg.det), (on.a,), everything
    yield "grad slogdet", scalar(lambda x: jnp.linalg.slogdet(x)[1]), (on.a,), everything
    yield "grad cholesky", scalar(jnp.linalg.cholesky), (on.h,), everything
    yield "grad eigh", scalar(of_hermitian), (on.h,), everything
    yield "grad eigvalsh", scalar(lambda x: jnp.linalg.eigvalsh(x) ** 2), (on.h,), everything
    yield "grad eigvals", scalar(lambda x: jnp.linalg.eigvals(x) ** 2), (on.a,), everything
    yield "grad svd", scalar(of_factors), (on.tall,), everything
    yield (
        "grad singular values",
        scalar(lambda x: jnp.linalg.svd(x, compute_uv=False) ** 3),
        (on.tall,),
        everything,
    )
    yield "grad qr", scalar(of_qr), (on.tall,), everything
    yield "grad lu", scalar(lambda x: jsl.lu(x)[2]), (on.a,), everything
    yield "grad expm", scalar(jsl.expm), (on.a / 4,), everything
    yield "grad pinv", scalar(jnp.linalg.pinv), (on.tall,), everything
    yield (
        "grad triangular_solve",
        scalar(lambda x, y: jsl.solve_triangular(x, y, lower=True)),
        (on.a, on.b),
        everything,
    )
    yield "grad tridiagonal_solve", scalar(lax.linalg.tridiagonal_solve), (*on.diagonals, on.b), everything
    yield "jvp solve", lambda x, y: jax.jvp(jnp.linalg.solve, (x, y), (y @ y.T, y)), (on.a, on.b), everything


#: Functions that `degenerate` calls, by what they take.
SQUARE_ONLY: dict[str, Callable[..., Any]] = {
    "cholesky": jnp.linalg.cholesky,
    "inv": jnp.linalg.inv,
    "det": jnp.linalg.det,
    "slogdet": jnp.linalg.slogdet,
    "solve": lambda x: jnp.linalg.solve(x, x),
    "triangular": lambda x: jsl.solve_triangular(x, x),
    "eigvalsh": jnp.linalg.eigvalsh,
    "eigvals": jnp.linalg.eigvals,
}
ANY_SHAPE: dict[str, Callable[..., Any]] = {
    "lu": lax.linalg.lu,
    "qr": jnp.linalg.qr,
    "qr complete": lambda x: jnp.linalg.qr(x, mode="complete"),
    "svd": lambda x: jnp.linalg.svd(x, compute_uv=False),
    "svd both": jnp.linalg.svd,
    "svd QR": lambda x: lax.linalg.svd(x, compute_uv=False, algorithm=lax.linalg.SvdAlgorithm.QR),
    "pinv": jnp.linalg.pinv,
}
NOT_EMPTY: dict[str, Callable[..., Any]] = {
    "schur": lambda x: jnp.abs(lax.linalg.schur(x)[0]),
    "hessenberg": lax.linalg.hessenberg,
    "tridiagonal": lax.linalg.tridiagonal,
    "eig vectors": lambda x: jnp.abs(jnp.linalg.eig(x)[1]),
}


def degenerate(dtype: str) -> Iterator[Case]:
    """Input that has no answer, or an empty one."""
    nan, infinite = square("a", 4, dtype), square("a", 4, dtype)
    nan[1, 2] = np.nan
    infinite[2, 1] = np.inf
    indefinite = -positive("h", 4, dtype)
    singular: Array = np.ones((4, 4), dtype)
    mixed = np.stack([indefinite, -indefinite, nan, singular])
    none: Array = np.zeros((0, 0), dtype)
    no_rows: Array = np.zeros((0, 3), dtype)
    no_columns: Array = np.zeros((3, 0), dtype)
    for name, function in (SQUARE_ONLY | ANY_SHAPE | NOT_EMPTY).items():
        yield f"{name} nan", function, (nan,), everything
        yield f"{name} infinite", function, (infinite,), everything
        if name not in {"svd both", "eig vectors"}:
            yield f"{name} mixed", function, (mixed,), everything
    for name, function in (SQUARE_ONLY | ANY_SHAPE).items():
        yield f"{name} 0x0", function, (none,), everything
    for name, function in ANY_SHAPE.items():
        yield f"{name} 0x3", function, (no_rows,), everything
        yield f"{name} 3x0", function, (no_columns,), everything
    # More rows than LAPACK's integers can count, and no columns: an error. (Through jax.lax, XLA would see that
    # there is nothing to compute.)
    huge = jax.ShapeDtypeStruct((2**31, 0), dtype)
    results = (huge, jax.ShapeDtypeStruct((0,), "int32"), jax.ShapeDtypeStruct((), "int32"))
    target = lapack.build_lapack_fn_target("getrf_ffi", np.dtype(dtype))
    yield "too large", lambda x: jax.ffi.ffi_call(target, results)(x)[2], (huge,), everything


def sparse() -> Iterator[Case]:
    """jaxlib's product of a sparse and a dense matrix, which jax offers as an FFI target only."""
    for dtype in ("int32", "int64", *TYPES):
        for index in ("int32", "int64"):
            for columns in ((), (3,), (0,)):
                dense: Array = (random("rhs", (5, *columns), "float64") * 9).astype(dtype)
                values: Array = (random("values", (7,), "float64") * 9).astype(dtype)
                offsets = np.array([0, 2, 2, 5, 7], index)
                inner = np.array([0, 3, 1, 2, 4, 0, 4], index)
                out = jax.ShapeDtypeStruct((4, *columns), dtype)
                yield (
                    f"csr {dtype} {index} {columns}",
                    jax.ffi.ffi_call("cpu_csr_sparse_dense_ffi", out),
                    (values, offsets, inner, dense),
                    everything,
                )


def cases() -> Iterator[Case]:
    for dtype in TYPES:
        for name, function, arguments, compared in of_type(dtype):
            yield f"{name} {dtype}", function, arguments, compared
    yield from sparse()


def together(group: Sequence[Case]) -> tuple[dict[str, Any], set[str]]:
    """What cases compute that are compiled as one program, and the targets in it."""
    functions, arguments = [case[1] for case in group], [case[2] for case in group]
    jitted = jax.jit(lambda given: [f(*each) for f, each in zip(functions, given, strict=True)])
    program = jitted.lower(arguments).compile(OPTIONS)
    given = jax.tree.map(
        lambda x: jnp.zeros(x.shape, x.dtype) if isinstance(x, jax.ShapeDtypeStruct) else x, arguments
    )
    results = {}
    for (name, _, _, compared), found in zip(group, program(given), strict=True):
        arrays = [np.asarray(leaf) for leaf in jax.tree.leaves(found)]
        for index, value in enumerate(jax.tree.leaves(compared(*arrays))):
            results[f"{name}|{index}|{value.dtype}"] = value
    return results, set(TARGET.findall(program.as_text() or ""))


def computed(group: Sequence[Case]) -> tuple[dict[str, Any], set[str]]:
    """The same, with the error of a case instead of its results where it fails alone, too."""
    try:
        return together(group)
    except Exception as error:
        if len(group) == 1:
            return {f"{group[0][0]}|error|": np.array(f"{type(error).__name__}: {error}"[:500])}, set()
    half = len(group) // 2
    (first, some), (second, others) = computed(group[:half]), computed(group[half:])
    return first | second, some | others


def main(output: str) -> None:
    """Run all cases and write ``output``."""
    results: dict[str, Any] = {}
    targets: set[str] = set()
    every = list(cases())
    for start in range(0, len(every), GROUP):
        found, called = computed(every[start : start + GROUP])
        results |= found
        targets |= called
    registered = [row[0] for module in (lapack, cpu_sparse) for row in module.registrations()["cpu"]]
    results |= {"|targets|": sorted(targets), "|registered|": sorted(registered)}
    np.savez(output, **results)


if __name__ == "__main__":
    main(sys.argv[1])
