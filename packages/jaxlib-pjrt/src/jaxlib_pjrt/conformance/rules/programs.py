"""Programs: devices, results, donation, serialization and queries."""

from __future__ import annotations

from collections.abc import Callable

from jaxlib_pjrt.conformance.library import Check, Library, Unsupported
from jaxlib_pjrt.conformance.ops.case import Type, some
from jaxlib_pjrt.conformance.rules.programs_under_test import ADD, DONATES, SLOW, VECTOR, adds, vector


def _devices(library: Library) -> None:
    devices = library.client.devices
    assert devices, "a client without devices"
    ids = [device.id for device in devices]
    assert len(set(ids)) == len(ids), f"devices of the same id: {ids}"
    for device in devices:
        assert device.kind, f"device {device.id} has no kind"
        assert device.process_index >= 0, f"device {device.id} is of process {device.process_index}"
        assert str(device), f"device {device.id} has no name"
    assert library.client.platform, "the platform has no name"
    assert library.client.platform_version, "the platform has no version"


def _queries(library: Library) -> None:
    executable = library.client.compile(ADD)
    assert executable.num_outputs == 1, f"{executable.num_outputs} results of a program with one"
    assert executable.output_shapes == [(3,)], f"the result's shape is {executable.output_shapes}"
    assert [str(dtype) for dtype in executable.output_dtypes] == ["float32"], f"{executable.output_dtypes}"
    assert executable.num_replicas == executable.num_partitions == 1, (
        "a program for one device is for several"
    )
    assert len(executable.devices) == 1, f"a program for one device runs on {len(executable.devices)}"


def _query(name: str) -> Callable[[Library], None]:
    def run(library: Library) -> None:
        value = getattr(library.client.compile(ADD), name)
        assert (value() if callable(value) else value) is not None

    return run


def _donation(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(DONATES)
    given = library.client.buffer(vector())
    (out,) = executable(given)
    assert np.array_equal(np.asarray(out), vector() * 2), "the result of a donated argument is wrong"
    assert given.is_deleted, "a donated argument is still there"
    kept = library.client.buffer(vector())
    executable(kept, keep=(0,))
    assert not kept.is_deleted, "an argument that was not to be donated is gone"
    assert np.array_equal(np.asarray(kept), vector()), "an argument that was not to be donated has changed"


def _round_trip(library: Library) -> None:
    import numpy as np

    data = library.client.compile(ADD).serialize()
    assert data, "an executable of no bytes"
    (out,) = library.client.load(data)(vector(), vector())
    assert np.array_equal(np.asarray(out), vector() * 2), (
        "a program that was serialized and loaded gives something else"
    )


def _again_the_same(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(SLOW)
    value = some(Type((256, 256), "float32"), -0.01, 0.01, 5)
    first = np.array(executable(value)[0], copy=True)
    for _ in range(3):
        again = np.array(executable(value)[0], copy=True)
        assert first.tobytes() == again.tobytes(), "the same program on the same data gives other bits"


def _no_results(library: Library) -> None:
    executable = library.client.compile(
        f"module @none {{ func.func public @main(%a: {VECTOR}) {{ return }} }}"
    )
    assert executable(vector()) == []


def _many_arguments(library: Library) -> None:
    import numpy as np

    count = 100
    parameters = ", ".join(f"%a{index}: {VECTOR}" for index in range(count))
    lines = "\n".join(
        f"%s{index} = stablehlo.add %{'a0' if index == 1 else f's{index - 1}'}, %a{index} : {VECTOR}"
        for index in range(1, count)
    )
    outputs = ", ".join(f"%s{index}" for index in range(1, count))
    kinds = ", ".join([str(VECTOR)] * (count - 1))
    function = f"func.func public @main({parameters}) -> ({kinds})"
    program = f"module @many {{ {function} {{ {lines}\n return {outputs} : {kinds} }} }}"
    outs = library.client.compile(program)(*([np.ones(3, np.float32)] * count))
    values = [float(np.asarray(out)[0]) for out in outs]
    assert values == list(range(2, count + 1)), f"sums of ones: {values[:5]} ..."


def _compiles_for_a_topology(library: Library) -> None:
    if library.topology is None:
        raise Unsupported("no topology was given (--topology)")
    assert library.topology.devices, "a topology without devices"
    executable = library.topology.compile(ADD)
    assert executable.serialize(), "an executable of no bytes"


_QUERIES = (
    "cost_analysis",
    "memory_stats",
    "optimized_program",
    "fingerprint",
    "code_size",
    "output_memory_kinds",
)


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        Check(
            "programs",
            "devices",
            "Devices have ids, kinds and names; the platform has a name and a version.",
            _devices,
        ),
        Check("programs", "adds", "A program returns what it declares.", adds),
        Check("programs", "queries", "An executable states its parameters and results.", _queries),
        Check(
            "programs",
            "donation",
            "A donated argument is deleted by the call; no other argument is.",
            _donation,
        ),
        Check(
            "programs",
            "serialization",
            "An executable that was serialized and loaded returns the same.",
            _round_trip,
        ),
        Check(
            "programs",
            "the same again",
            "The same program on the same data returns the same bits.",
            _again_the_same,
        ),
        Check("programs", "no results", "A program may return nothing.", _no_results),
        Check(
            "programs",
            "100 arguments",
            "A program may take 100 arguments and return 99 results.",
            _many_arguments,
        ),
        Check(
            "programs", "topology", "It compiles for a topology, with no device.", _compiles_for_a_topology
        ),
        *(
            Check(
                "programs",
                name.replace("_", " "),
                f"An executable has its {name.replace('_', ' ')}.",
                _query(name),
            )
            for name in _QUERIES
        ),
    ]
