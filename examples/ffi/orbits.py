"""Call a C++ function from jax: in jit, in vmap, and with a derivative.

    python orbits.py ./libkepler.so

The library is built from kepler.cc, whose head has the command.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import jax
import jax.numpy as jnp


def register(library: Path) -> None:
    """Tell jax of the handler in ``library``; it may be called before or after a backend is made."""
    # Opened once and never closed: programs hold the address.
    handlers = ctypes.CDLL(str(library.resolve()))
    jax.ffi.register_ffi_target("kepler", jax.ffi.pycapsule(handlers.kepler), platform="cpu")


@jax.custom_jvp
def eccentric_anomaly(mean: jax.Array, eccentricity: jax.Array) -> jax.Array:
    """E of E - e sin E = M, element by element, for float32 of any shapes that broadcast."""
    mean, eccentricity = jnp.broadcast_arrays(mean, eccentricity)
    call = jax.ffi.ffi_call(
        "kepler",
        jax.ShapeDtypeStruct(mean.shape, mean.dtype),
        # Under vmap the handler gets all elements in one call: it does not mind an axis more.
        vmap_method="broadcast_all",
    )
    result: jax.Array = call(mean, eccentricity)
    return result


@eccentric_anomaly.defjvp
def _derivative(
    primals: tuple[jax.Array, jax.Array], tangents: tuple[jax.Array, jax.Array]
) -> tuple[jax.Array, jax.Array]:
    # From the equation itself, in jax: dE (1 - e cos E) = dM + de sin E. The loop in C++ is not differentiated.
    eccentricity = primals[1]
    result = eccentric_anomaly(*primals)
    change = (tangents[0] + tangents[1] * jnp.sin(result)) / (1 - eccentricity * jnp.cos(result))
    return result, change


def distance(time: jax.Array, eccentricity: jax.Array) -> jax.Array:
    """How far a planet is from its star, in half axes, after ``time`` in years."""
    return 1 - eccentricity * jnp.cos(eccentric_anomaly(2 * jnp.pi * time, eccentricity))


def main() -> int:
    """Register the handler and call it in each way."""
    register(Path(sys.argv[1]))
    orbits = {"Earth": 0.0167, "Mercury": 0.2056, "Halley's comet": 0.9671}
    eccentricities = jnp.array(list(orbits.values()))

    quarter = jax.jit(distance)(jnp.float32(0.25), eccentricities)
    for name, value in zip(orbits, quarter, strict=True):
        print(f"jit    {name:15} after a quarter of its year: {float(value):.4f} half axes")

    times = jnp.linspace(0, 1, 1001)
    path = jax.vmap(jax.vmap(distance, in_axes=(0, None)), in_axes=(None, 0))(times, eccentricities)
    nearest, farthest = float(path.min()), float(path.max())
    print(f"vmap   {path.shape[0]} orbits at {path.shape[1]} times: {nearest:.4f} to {farthest:.4f}")

    time, comet, step = jnp.float32(0.75), eccentricities[2], 1e-3
    speed = jax.grad(distance)(time, comet)
    print(f"grad   Halley's comet falls at {-float(speed):.4f} half axes a year")
    before, after = (distance(time + sign * step, comet) for sign in (-1, 1))
    print(f"       by differences: {float(before - after) / (2 * step):.4f}")

    try:
        distance(jnp.float32(0.25), jnp.float32(1.5)).block_until_ready()
    except ValueError as error:
        print(f"error  {str(error).splitlines()[0]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
