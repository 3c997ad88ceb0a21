"""Computations, instructions and schedules of compiled programs, for programs that inspect them."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jaxlib import _hlo


def compiled(function: Any, *arguments: Any) -> Any:
    executable = jax.jit(function).lower(*arguments).compile().runtime_executable()
    (module,) = executable.hlo_modules()
    # From the message: what a compiler holds in memory may be in another order.
    return _hlo.HloModule.from_serialized_hlo_module_proto(module.as_serialized_hlo_module_proto())


@pytest.fixture
def module() -> Any:
    return compiled(
        lambda x: jax.lax.while_loop(lambda y: y.sum() < 9, lambda y: jnp.sin(y) + 1, x), jnp.ones(4)
    )


def test_instructions_know_each_other(module: Any) -> None:
    for computation in module.computations():
        instructions = computation.instructions()
        for each in instructions:
            for operand in each.operands():
                assert operand in instructions
                assert each in operand.users()
            for user in each.users():
                assert each in user.operands()
            assert isinstance(each.opcode, _hlo.HloOpcode)
            assert f"%{each.name} = " in each.to_string()
            assert each.to_string() in module.to_string()


@pytest.mark.only("ours", why="upstream makes the objects anew, and compares them by identity")
def test_an_instruction_is_one_object(module: Any) -> None:
    first = [each for computation in module.computations() for each in computation.instructions()]
    again = [each for computation in module.computations() for each in computation.instructions()]
    assert all(one is other for one, other in zip(first, again, strict=True))


def test_operations_are_found(module: Any) -> None:
    operations = [each.opcode for computation in module.computations() for each in computation.instructions()]
    assert operations.count(_hlo.HloOpcode.kSin) == operations.count(_hlo.HloOpcode.kWhile) == 1
    assert repr(_hlo.HloOpcode.kSin) == "HloOpcode.kSin"
    names = [opcode.name for opcode in _hlo.HloOpcode]
    assert names == sorted(names)
    assert [opcode.value for opcode in _hlo.HloOpcode] == list(range(len(names)))


def test_computations_outside_of_fusions_are_scheduled(module: Any) -> None:
    schedule = module.schedule()
    outside = module.make_nonfusion_computations()
    for computation in outside:
        names = [each.name for each in schedule.sequence(computation)]
        assert sorted(names) == sorted(each.name for each in computation.instructions())
        listed = "".join(f"\n  {name}" for name in names)
        thread = "" if version("jaxlib").startswith("0.10.") else " (thread main)"
        assert f"computation {computation.name}{thread}:{listed}" in schedule.to_string()
    names = [each.name for each in outside]
    inside = [each for each in module.computations() if each.name not in names]
    assert inside
    for computation in inside:
        with pytest.raises(IndexError):
            schedule.sequence(computation)


@pytest.mark.since("0.12.0")
def test_attributes_of_instructions() -> None:
    def function(x: Any) -> Any:
        with jax.experimental.xla_metadata.set_xla_metadata(color="green"):
            return jnp.sin(x)

    from jax.experimental import xla_metadata  # noqa: F401

    lowered = jax.jit(function).lower(jnp.ones(3))
    message = lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()
    module = _hlo.HloModule.from_serialized_hlo_module_proto(message)
    assert module.schedule() is None
    found = [each for part in module.computations() for each in part.instructions()]
    (sine,) = (each for each in found if each.opcode == _hlo.HloOpcode.kSin)
    assert sine.get_frontend_attribute("color") == "green"
    assert sine.get_frontend_attribute("size") is None
    assert b"green" in sine.as_serialized_proto()


def test_long_tuples_have_indices() -> None:
    scalar = _hlo.Shape.array_shape(np.dtype("float32"), ())
    assert (
        str(_hlo.Shape.tuple_shape([scalar] * 6)) == "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[])"
    )


def test_objects_are_not_made_by_programs() -> None:
    for kind in (_hlo.HloComputation, _hlo.HloInstruction, _hlo.HloSchedule):
        with pytest.raises(TypeError, match="no constructor defined"):
            kind()
