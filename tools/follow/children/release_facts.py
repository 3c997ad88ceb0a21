"""Prints the facts of upstream's jaxlib of a release, for ``packages/jaxlib/releases``.

Run by the Python of an environment that has jax and that jaxlib, as a script, with nothing of this repository on
its path:

    python -P release_facts.py

It prints a JSON object: ``ifrt_version``, ``mosaic_version``, ``mosaic_gpu_version``, ``extension_version``,
``result_handlers_check``, ``distributed_mtls``, ``is_c_api``, ``topology_names_api``, ``optimization_efforts``,
``cost_pointer_size``, ``jit_checks_donated``, ``arrays_are_packed``, ``integers_by_int``,
``asin_halves_angle``, ``digamma_pole_at_zero``, ``erfc_is_composite``, ``hlo_total_order``,
``hlo_single_device``, ``hlo_top_k_stable``, ``hlo_context_layout``, ``hlo_schedule_threads``, ``kernel_keywords``,
``mosaic_gpu_properties``, in ``stablehlo`` the versions of VHLO, and in ``names`` what the native modules define.
"""

from __future__ import annotations

import importlib
import json
import mmap
import sys
from pathlib import Path
from typing import Any

#: The native modules of which the bindings have a part: what they lack of these can be imported.
#: And the enumeration of XLA's operations, whose members are numbered in the order of their names.
NATIVE_MODULES = (
    "jaxlib._hlo",
    "jaxlib._hlo.HloOpcode",
    "jaxlib._ifrt_proxy",
    "jaxlib._jax",
    "jaxlib._jax.ffi",
    "jaxlib._jax.hlo_sharding_util",
    "jaxlib._xla",
    "jaxlib.mlir._mlir_libs._mlirDialectsSparseTensor",
    "jaxlib.mlir._mlir_libs._stablehlo",
    "jaxlib.mlir.ir",
    "jaxlib.utils",
    "jaxlib.weakref_lru_cache",
)


def main() -> None:
    """Print the object."""
    # Imported by name, because the type checker sees our modules, not upstream's.
    _jax: Any = importlib.import_module("jaxlib._jax")
    xla_client: Any = importlib.import_module("jaxlib.xla_client")
    stablehlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")

    def since(name: str) -> str:
        requirement = getattr(stablehlo.StablehloCompatibilityRequirement, name)
        return str(stablehlo.get_version_from_compatibility_requirement(requirement))

    facts: dict[str, Any] = {
        "ifrt_version": _jax.ifrt_version_number,
        "mosaic_version": kernel_version("tpu", "mosaic"),
        "mosaic_gpu_version": kernel_version("mosaic_gpu", "mosaic_gpu"),
        "extension_version": xla_client._version,
        "result_handlers_check": "_skip_checks" in signature(xla_client.array_result_handler),
        "is_c_api": hasattr(_jax.Client, "is_c_api"),
        "topology_names_api": topology_names_api(),
        "optimization_efforts": hasattr(_jax.ExecutableBuildOptions, "exec_time_optimization_effort"),
        "distributed_mtls": "mtls_cert_file" in signature(_jax.get_distributed_runtime_client),
        "cost_pointer_size": cost_pointer_size(),
        "jit_checks_donated": jit_checks_donated(),
        "arrays_are_packed": arrays_are_packed(),
        "integers_by_int": integers_by_int(),
        # The form that computes half the angle has three additions: 1 + x, 1 + the root, and the angle with itself.
        "asin_halves_angle": written_out("asin").count("stablehlo.add") > 1,
        "digamma_pole_at_zero": "dense<0xFF800000>" in written_out("digamma"),
        "erfc_is_composite": "stablehlo.composite" in written_out("erfc"),
        "hlo_total_order": hlo_line("sort", "direction=LT, ").rpartition(", ")[2],
        "hlo_single_device": single_device(),
        "hlo_top_k_stable": "is_stable=true" in hlo_line("top_k", " topk(", 2),
        "hlo_context_layout": context_layout(),
        "hlo_schedule_threads": schedule_threads(),
        "kernel_keywords": kernel_keywords(),
        "mosaic_gpu_properties": mosaic_gpu_properties(),
        "stablehlo": {
            "current": str(stablehlo.get_current_version()),
            "weeks_4": since("WEEK_4"),
            "weeks_12": since("WEEK_12"),
            "minimum": str(stablehlo.get_minimum_version()),
        },
        "names": {name: names_of(name) for name in NATIVE_MODULES},
    }
    json.dump(facts, sys.stdout)


def names_of(name: str) -> list[str]:
    """What a native module defines, sorted. It may be in another one, as ``jaxlib._jax.ffi`` is."""
    try:
        module: Any = importlib.import_module(name)
    except ImportError:
        outer, _, inner = name.rpartition(".")
        module = getattr(importlib.import_module(outer), inner)
    return sorted(each for each in dir(module) if not (each.startswith("__") and each.endswith("__")))


def kernel_version(module_name: str, dialect: str) -> int:
    """The version in which an empty kernel is serialized. The module registers the pass, or jax does."""
    importlib.import_module("jax._src.lib.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    passmanager: Any = importlib.import_module("jaxlib.mlir.passmanager")
    importlib.import_module(f"jaxlib.mosaic.python.{module_name}")
    context = ir.Context()
    context.allow_unregistered_dialects = True
    with context, ir.Location.unknown():
        module = ir.Module.create()
        pipeline = f"builtin.module({dialect}-serde{{serialize=true}})"
        passmanager.PassManager.parse(pipeline).run(module.operation)
        return int(module.operation.attributes[f"stable_{dialect}.version"].value)


def topology_names_api() -> bool:
    """Whether the library contains the line that upstream puts before the version of a topology's client.

    Asking a client for it would need a plugin with topologies.
    """
    jaxlib: Any = importlib.import_module("jaxlib")
    library = Path(jaxlib.__file__).with_name("libjax_common.so")
    with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(b"PJRT C API\n") >= 0


def kernel_keywords() -> bool:
    """Whether the text of an allocation has its alignment as a keyword, and not in a dictionary."""
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    memref: Any = importlib.import_module("jaxlib.mlir.dialects.memref")
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            scalar = ir.MemRefType.get([], ir.F32Type.get())
            alignment = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 64)
            memref.AllocaOp(scalar, [], [], alignment=alignment)
        # A module cannot hold an allocation, but this is about its text.
        return "alloca() alignment = 64 :" in module.operation.get_asm(assume_verified=True)


def mosaic_gpu_properties() -> bool:
    """Whether the text of an operation of Mosaic GPU has its property in angle brackets."""
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    dialect: Any = importlib.import_module("jax._src.lib").mosaic_gpu_dialect
    with mlir.make_ir_context() as context, ir.Location.unknown():
        dialect.register_dialect(context)
        module = ir.Module.parse(
            """func.func @f(%x: vector<2xf32>) {
                 %y = "mosaic_gpu.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64: 0>}>
                     : (vector<2xf32>) -> vector<2x2xf32>
                 func.return
               }"""
        )
        return "<broadcast_dimensions = [0]>" in str(module)


def hlo_line(function: str, part: str, *arguments: int) -> str:
    """The line with ``part`` in the HLO of a function of jax.lax of three numbers."""
    jax: Any = importlib.import_module("jax")
    called = getattr(jax.lax, function)
    text: str = jax.jit(lambda x: called(x, *arguments)).lower(jax.numpy.ones(3)).as_text("hlo")
    return next(line for line in text.splitlines() if part in line)


def single_device() -> str:
    """The word for the mesh of one device in the text of a sharding."""
    hlo: Any = importlib.import_module("jaxlib._hlo")
    message = hlo.OpSharding()
    # An xla.OpSharding with a NamedShardingProto, whose mesh lists device 0 and has no axes.
    message.ParseFromString(bytes([14 << 3 | 2, 5, 2 << 3 | 2, 3, 2 << 3 | 2, 1, 0]))
    text = str(hlo.HloSharding.from_proto(message))
    return text.partition("[")[0].strip("{")


def schedule_threads() -> bool:
    """Whether the text of a schedule names the thread of each computation."""
    jax: Any = importlib.import_module("jax")
    compiled = jax.jit(lambda x: x + 1).lower(1.0).compile()
    return "(thread main)" in compiled.runtime_executable().hlo_modules()[0].schedule().to_string()


def context_layout() -> bool:
    """Whether the text of a receive operation has the layout of its context, in memory space 2.

    The program is an xla.HloModuleProto: XLA's own reader of texts makes contexts without a layout.
    """
    hlo: Any = importlib.import_module("jaxlib._hlo")

    def number(value: int) -> bytes:
        return bytes([value & 127 | 128, value >> 7])

    def field(tag: int, value: int | bytes) -> bytes:
        if isinstance(value, int):
            return number(tag << 3) + number(value)
        return number(tag << 3 | 2) + number(len(value)) + value

    def instruction(identity: int, opcode: bytes, *more: bytes) -> bytes:
        return field(2, b"".join([field(1, opcode), field(2, opcode), field(35, identity), *more]))

    scalar, token, u32 = field(2, 11) + field(5, b""), field(2, 17), field(2, 8) + field(5, field(8, 2))
    received = field(2, 13) + b"".join(field(4, part) for part in (scalar, u32, token))
    done = field(2, 13) + field(4, scalar) + field(4, token)
    body = [
        instruction(1, b"after-all", field(3, token)),
        instruction(2, b"recv", field(3, received), field(36, 1), field(26, 1)),
        instruction(3, b"recv-done", field(3, done), field(36, 2), field(26, 1)),
    ]
    computation = field(1, b"main") + b"".join(body) + field(5, 1) + field(6, 3)
    module = [field(1, b"m"), field(2, b"main"), field(3, computation), field(4, field(2, done)), field(6, 1)]
    text: str = hlo.HloModule.from_serialized_hlo_module_proto(b"".join(module)).to_string()
    return "S(2)" in text


def cost_pointer_size() -> int:
    """The bytes that cost analysis counts for a pointer in a tuple's table; this program writes two pointers."""
    jax: Any = importlib.import_module("jax")
    written = jax.jit(lambda x: (x, x)).lower(1.0).cost_analysis()["bytes accessedout{}"]
    return int(written) // 2


def jit_checks_donated() -> bool:
    """Whether jax raises its own error for an array that is donated twice, instead of the library's ValueError."""
    jax: Any = importlib.import_module("jax")
    donate = jax.jit(lambda x: x + 1, donate_argnums=0)
    array = jax.numpy.zeros(4)
    donate(array)
    try:
        donate(array)
    except ValueError:
        return False
    except RuntimeError:
        return True
    raise AssertionError("an array could be donated twice")


def arrays_are_packed() -> bool:
    """Whether an Array of two numbers of 4 bits has a size of one byte."""
    jax: Any = importlib.import_module("jax")
    return bool(jax.numpy.zeros(2, "int4").on_device_size_in_bytes() == 1)


def integers_by_int() -> bool:
    """Whether a text is converted for an attribute that is an integer."""
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    with ir.Context():
        try:
            return str(ir.IntegerAttr.get(ir.IntegerType.get_signless(32), "12")) == "12 : i32"
        except RuntimeError:
            return False


def written_out(name: str) -> str:
    """The portable artifact of a function with one CHLO operation on a float32 number."""
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    stablehlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    artifacts: Any = importlib.import_module("jaxlib._jax").mlir
    jax: Any = importlib.import_module("jax._src.interpreters.mlir")  # a context with all dialects
    number = "tensor<f32>"
    operation = f"%0 = chlo.{name} %x : {number} -> {number}"
    text = f"func.func @main(%x: {number}) -> {number} {{\n{operation}\nreturn %0 : {number}\n}}"
    with jax.make_ir_context() as context:
        module = ir.Module.parse(text)
        artifact = artifacts.serialize_portable_artifact(module, str(stablehlo.get_current_version()))
        return str(artifacts.deserialize_portable_artifact(artifact, context))


def signature(function: Any) -> str:
    """The text of a function's parameters in nanobind's signature."""
    return " ".join(overload[0] for overload in function.__nb_signature__)


if __name__ == "__main__":
    main()
