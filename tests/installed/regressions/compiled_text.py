"""What the HLO text of compiled programs says, by messages that compilers for GPUs and TPUs return."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import pytest
from jaxlib import _hlo


def varint(number: int) -> bytes:
    encoded = b""
    while number > 127:
        encoded += bytes([number & 127 | 128])
        number >>= 7
    return encoded + bytes([number])


def number(tag: int, value: int) -> bytes:
    return varint(tag << 3) + varint(value)


def part(tag: int, content: bytes | str) -> bytes:
    content = content.encode() if isinstance(content, str) else content
    return varint(tag << 3 | 2) + varint(len(content)) + content


def packed(tag: int, values: Sequence[int]) -> bytes:
    return part(tag, b"".join(map(varint, values)))


#: Two numbers of 32 bits.
SHAPE = number(2, 11) + packed(3, [2]) + number(6, 0) + part(5, packed(1, [0]))
SCALAR = number(2, 11) + part(5, b"")


def instruction(
    identity: int, opcode: str, *operands: int, more: bytes = b"", shape: bytes = SHAPE, name: str = ""
) -> bytes:
    content = part(1, name or f"{opcode}.{identity}") + part(2, opcode) + part(3, shape) + more
    content += number(35, identity)
    return part(2, content + (packed(36, operands) if operands else b""))


def parameter(identity: int, index: int, more: bytes = b"", shape: bytes = SHAPE) -> bytes:
    return instruction(identity, "parameter", more=number(9, index) + more, shape=shape)


def computation(identity: int, name: str, root: int, *instructions: bytes, more: bytes = b"") -> bytes:
    return part(3, part(1, name) + b"".join(instructions) + number(5, identity) + number(6, root) + more)


def text(*computations: bytes, entry: int = 1, more: bytes = b"", options: Any = None) -> str:
    """The text of a module with one parameter."""
    shape = part(1, SHAPE) + part(2, SHAPE) + part(3, "")
    message = (
        part(1, "m") + part(2, "main") + b"".join(computations) + part(4, shape) + number(6, entry) + more
    )
    module: Any = _hlo.HloModule.from_serialized_hlo_module_proto(message)
    return str(module.to_string(options)) if options else str(module.to_string())


def line(message: str, name: str) -> str:
    """The line of an instruction, from its opcode on."""
    (found,) = re.findall(rf"%{name} = \S+ (.*)", message)
    return str(found)


def axis(name: str, size: int) -> bytes:
    return part(1, part(1, name) + number(2, size))


def reference(index: int, before: int = 0, size: int = 0) -> bytes:
    return number(1, index) + (part(2, number(1, before) + number(2, size)) if size else b"")


def dim(*references: bytes, closed: bool = True) -> bytes:
    return part(3, b"".join(part(1, each) for each in references) + number(2, closed))


X, Y = reference(0), reference(1)
MESH = axis("x", 2) + axis("y", 4)
LISTED = axis("x", 2) + axis("y", 2) + packed(2, [3, 1, 2, 0])
TURNED = axis("x", 2) + axis("y", 2) + part(3, packed(1, [2, 2]) + packed(2, [1, 0]))
TILES = number(1, 3) + packed(3, [2, 2]) + packed(9, [4]) + packed(10, [0])
ONE = "maximal_mesh" if version("jaxlib").startswith(("0.10.", "0.11.")) else "single_device"


def named(mesh: bytes, *parts: bytes) -> bytes:
    return part(14, part(2, mesh) + b"".join(parts))


@pytest.mark.by_release
@pytest.mark.parametrize(
    ("sharding", "wanted"),
    [
        (named(MESH, dim(X), dim(Y)), "{mesh['x'=2,'y'=4], [{'x'}, {'y'}]}"),
        (named(MESH, dim(X, Y), dim()), "{mesh['x'=2,'y'=4], [{'x', 'y'}, {}]}"),
        (named(MESH, dim(X, closed=False), dim(closed=False)), "{mesh['x'=2,'y'=4], [{'x', ?}, {?}]}"),
        (
            named(MESH, dim(reference(1, 1, 2)), dim(reference(1, 2, 2), X)),
            "{mesh['x'=2,'y'=4], [{'y':(1)2}, {'y':(2)2, 'x'}]}",
        ),
        (named(MESH), "{mesh['x'=2,'y'=4], replicated}"),
        (named(MESH, dim(), dim()), "{mesh['x'=2,'y'=4], [{}, {}]}"),
        (named(MESH, dim(X), part(4, Y)), "{mesh['x'=2,'y'=4], [{'x'}], replicated={'y'}}"),
        (named(MESH, part(4, X), part(4, Y)), "{mesh['x'=2,'y'=4], [], replicated={'x', 'y'}}"),
        (named(MESH, dim(X), part(5, Y)), "{mesh['x'=2,'y'=4], [{'x'}], unreduced={'y'}}"),
        (named(MESH, part(5, X), part(5, Y)), "{mesh['x'=2,'y'=4], unreduced}"),
        (named(MESH, part(5, X)), "{mesh['x'=2,'y'=4], [], unreduced={'x'}}"),
        (named(MESH, part(7, Y), part(5, X)), "{mesh['x'=2,'y'=4], [], unreduced={'x'}, manual={'y'}}"),
        (named(MESH, part(7, X), part(7, Y)), "{mesh['x'=2,'y'=4], manual}"),
        (named(MESH, part(7, Y)), "{mesh['x'=2,'y'=4], [], manual={'y'}}"),
        (named(MESH, dim(), part(7, X), part(7, Y)), "{mesh['x'=2,'y'=4], [{}], manual={'x', 'y'}}"),
        (named(LISTED, dim(X)), "{mesh['x'=2,'y'=2], device_ids=(3,1,2,0), [{'x'}]}"),
        (named(TURNED, dim(X)), "{mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}]}"),
        (named(packed(2, [3])), f"{{{ONE}[device_id=3]}}"),
        (named(b""), "{mesh[], replicated}"),
        (TILES, "{devices=[2,2]<=[4]}"),
        (TILES + number(11, 1) + number(12, 3) + number(13, 1), "{devices=[2,2]<=[4] shard_like 3}"),
        (
            number(1, 2) + part(5, named(MESH, dim(X))) + part(5, TILES),
            "{{mesh['x'=2,'y'=4], [{'x'}]}, {devices=[2,2]<=[4]}}",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sharding_is_printed_as_the_compiler_stated_it(sharding: bytes, wanted: str) -> None:
    said = text(computation(1, "main", 1, parameter(1, 0, part(40, sharding))))
    assert line(said, "parameter.1") == f"parameter(0), sharding={wanted}"


SUM = computation(
    2, "sum", 13, parameter(11, 0, shape=SCALAR), parameter(12, 1, shape=SCALAR),
    instruction(13, "add", 11, 12, shape=SCALAR),
)  # fmt: skip
LISTS = part(87, part(1, packed(1, [0, 2])) + part(1, packed(1, [1, 3])))


@pytest.mark.parametrize(
    ("groups", "wanted", "listed"),
    [
        (LISTS, "{{0,2},{1,3}}", "{{0,2},{1,3}}"),
        (part(49, packed(1, [0, 2])) + part(49, packed(1, [1, 3])), "{{0,2},{1,3}}", "{{0,2},{1,3}}"),
        (b"", "{}", "{}"),
        (
            part(92, number(1, 2) + number(2, 4) + packed(3, [2, 4]) + packed(4, [1, 0])),
            "[2,4]<=[2,4]T(1,0)", "{{0,4,1,5},{2,6,3,7}}",
        ),
        (part(93, part(1, MESH) + part(2, X)), "mesh['x'=2,'y'=4] {'x'}", "{{0,4},{1,5},{2,6},{3,7}}"),
        (part(93, part(1, MESH) + part(2, Y) + part(2, X)), "mesh['x'=2,'y'=4] {'y','x'}", "{{0,4,1,5,2,6,3,7}}"),
        (
            part(93, part(1, MESH) + part(2, reference(1, 2, 2))),
            "mesh['x'=2,'y'=4] {'y':(2)2}", "{{0,1},{2,3},{4,5},{6,7}}",
        ),
        (
            part(93, part(1, LISTED) + part(2, Y)),
            "mesh['x'=2,'y'=2], device_ids=(3,1,2,0) {'y'}", "{{3,1},{2,0}}",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_replica_groups_are_printed_as_the_compiler_stated_them(
    groups: bytes, wanted: str, listed: str
) -> None:
    more = groups + number(26, 1) + number(71, 1) + number(56, 1) + packed(38, [2])
    message = (SUM, computation(1, "main", 2, parameter(1, 0), instruction(2, "all-reduce", 1, more=more)))
    assert line(text(*message), "all-reduce.2") == (
        f"all-reduce(%parameter.1), channel_id=1, replica_groups={wanted}, constrain_layout=true, "
        "use_global_device_ids=true, to_apply=%sum"
    )
    fingerprint = text(*message, options=_hlo.HloPrintOptions.fingerprint())
    assert f"replica_groups={listed}, constrain_layout=true" in fingerprint


def fused(identity: int, name: str) -> bytes:
    first, root = 10 * identity, 10 * identity + 1
    body = (parameter(first, 0), instruction(root, "negate", first))
    return computation(identity, name, root, *body, more=number(7, 1))


def fusion(identity: int, of: int, operand: int, more: bytes = b"") -> bytes:
    return instruction(identity, "fusion", operand, more=part(11, "kLoop") + more + packed(38, [of]))


def test_computations_are_printed_after_those_that_they_call() -> None:
    called = [fused(4, "a"), fused(3, "b"), SUM, fused(5, "dead")]
    main = computation(
        1, "main", 3, parameter(1, 0),
        # The numbers of instructions, and not their places, decide which is visited first.
        fusion(4, 4, 1), fusion(2, 3, 4), instruction(3, "tanh", 2),
    )  # fmt: skip
    said = text(*called, main)
    names = re.findall(r"^(?:ENTRY )?%(\S+) \(", said, re.MULTILINE)
    assert [name for name in names if name in ("a", "b", "main")] == ["b", "a", "main"]
    assert sorted(names) == ["a", "b", "dead", "main", "sum"]


def test_an_asynchronous_computation_of_one_operation_is_that_operation() -> None:
    inner = computation(3, "async", 32, parameter(31, 0), fusion(32, 4, 31, part(74, number(2, 0))))
    pair = number(2, 13) + part(4, number(2, 13) + part(4, SHAPE)) + part(4, SHAPE)
    start = instruction(2, "async-start", 1, more=packed(38, [3]) + part(79, "other"), shape=pair)
    done = instruction(3, "async-done", 2)
    said = text(fused(4, "body"), inner, computation(1, "main", 3, parameter(1, 0), start, done))
    assert re.findall(r"^(?:ENTRY )?%(\S+) \(", said, re.MULTILINE) == ["body", "main"]
    assert re.findall(r"= .* (\S+-start\(.*)", said) == [
        'fusion-start(%parameter.1), async_execution_thread="other", kind=kLoop, '
        "output_to_operand_aliasing={{}: (0, {})}, calls=%body"
    ]
    assert line(said, "async-done.3") == "fusion-done(%async-start.2)"


def test_a_longer_asynchronous_computation_is_printed() -> None:
    inner = computation(
        3, "async", 33, parameter(31, 0), instruction(32, "tanh", 31), instruction(33, "negate", 32),
        more=part(8, "other"),
    )  # fmt: skip
    pair = number(2, 13) + part(4, number(2, 13) + part(4, SHAPE)) + part(4, SHAPE)
    start = instruction(2, "async-start", 1, more=packed(38, [3]) + part(79, "other"), shape=pair)
    said = text(inner, computation(1, "main", 3, parameter(1, 0), start, instruction(3, "async-done", 2)))
    assert '\n}, execution_thread="other"\n' in said
    assert 'async-start(%parameter.1), async_execution_thread="other", calls=%async' in said
    assert line(said, "async-done.3") == "async-done(%async-start.2)"


def frames(*rows: tuple[int, int], files: Sequence[str]) -> bytes:
    """A table of frames, each at the first line of the file with its number, with a parent."""
    content = b"".join(part(1, file) for file in files) + part(2, "f")
    for place in range(1, len(files) + 1):
        content += part(3, number(1, place) + number(2, 1) + number(3, 1) + number(4, 7))
    return part(
        17, content + b"".join(part(4, number(1, place) + number(2, parent)) for place, parent in rows)
    )


def test_stack_frames_are_numbered_by_their_use() -> None:
    def at(frame: int) -> bytes:
        return part(7, part(2, "op") + number(15, frame))

    main = computation(
        1, "main", 2, parameter(1, 0, at(3)), instruction(3, "tanh", 1, more=at(4)),
        instruction(2, "negate", 3, more=at(3)),
    )  # fmt: skip
    said = text(
        main, more=frames((1, 0), (2, 0), (3, 1), (4, 3), files=("a.py", "unused.py", "c.py", "d.py"))
    )
    tables = said.partition("\n\n%")[0].partition("FileNames")[2]
    assert tables.partition("ENTRY")[0].split("\n\n\n")[0] == (
        '\n1 "a.py"\n2 "c.py"\n3 "d.py"\n\nFunctionNames\n1 "f"\n\nFileLocations\n'
        + "".join(
            f"{place} {{file_name_id={place} function_name_id=1 line=1 end_line=0 column=7 end_column=0}}\n"
            for place in (1, 2, 3)
        )
        + "\nStackFrames\n1 {file_location_id=1 parent_frame_id=1}\n2 {file_location_id=2 parent_frame_id=2}\n"
        "3 {file_location_id=3 parent_frame_id=3}"
    )
    assert line(said, "tanh.3") == 'tanh(%parameter.1), metadata={op_name="op" stack_frame_id=3}'
    assert line(said, "negate.2") == 'negate(%tanh.3), metadata={op_name="op" stack_frame_id=2}'


def test_a_constant_is_read_by_the_layout_of_its_own_elements() -> None:
    shape = number(2, 4) + packed(3, [2, 3]) + packed(6, [0, 0]) + part(5, packed(1, [0, 1]))
    literal = part(8, part(1, shape) + packed(4, [1, 4, 2, 5, 3, 6]))
    said = text(
        computation(1, "main", 1, parameter(1, 0), instruction(2, "constant", more=literal, shape=shape))
    )
    assert line(said, "constant.2") == "constant({ { 1, 2, 3 }, { 4, 5, 6 } })"


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (number(16, 64) + number(8, 2), ":L(64)S(2)"),
        (part(17, number(1, 0) + packed(2, [16])), ":SC(0:16)"),
        (
            part(17, number(1, 0) + packed(2, [16, 32])) + part(17, number(1, 1) + packed(2, [8])),
            ":SC(0:16,32)(1:8)",
        ),
        (number(15, 12) + number(8, 1), ":S(1)M(12)"),
    ],
)
def test_a_layout_tells_where_and_how_its_array_is_stored(more: bytes, wanted: str) -> None:
    shape = number(2, 11) + packed(3, [64, 64]) + packed(6, [0, 0]) + part(5, packed(1, [1, 0]) + more)
    said = text(computation(1, "main", 1, parameter(1, 0), instruction(2, "tanh", 1, shape=shape)))
    assert f"%tanh.2 = f32[64,64]{{1,0{wanted}}} tanh(%parameter.1)" in said


def test_a_custom_call_has_the_attributes_of_the_operation_that_it_replaced() -> None:
    side = number(1, 3) + number(2, 1) + number(3, 1) + number(4, 1) + number(5, 1) + number(6, 1)
    labels = number(7, 0) + number(8, 1) + number(3, 1) + number(4, 0) + number(9, 0) + number(10, 1)
    labels += packed(11, [2]) + packed(6, [2]) + packed(12, [2])
    more = part(15, part(1, side)) + part(16, labels) + number(50, 2) + number(58, 1)
    more += part(51, packed(1, [2, 0])) + number(75, 1) + part(28, 'a"b') + number(65, 1)
    more += part(74, number(2, 0)) + number(76, 1) + number(77, 2)
    said = text(
        computation(1, "main", 2, parameter(1, 0), instruction(2, "custom-call", 1, more=more)),
        more=part(18, part(1, number(1, 0))),
    )
    assert line(said, "custom-call.2") == (
        "custom-call(%parameter.1), window={size=3 pad=1_1}, dim_labels=bf0_oi0->bf0, feature_group_count=2, "
        'operand_precision={highest}, padding_type=PADDING_VALID, custom_call_target="a\\"b", '
        "custom_call_has_side_effect=true, output_to_operand_aliasing={{}: (0, {})}, schedule=SCHEDULE_LATEST, "
        "api_version=API_VERSION_STATUS_RETURNING"
    )
    assert "buffer_donor={ (0, {}) }" in said


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (
            part(7, part(1, "it's") + part(2, 'a"b\\c\n\té\1')),
            r'''op_type="it\'s" op_name="a\"b\\c\n\t\303\251\001"''',
        ),
        (
            part(7, part(2, "n") + part(12, "same") + part(16, "s")),
            'op_name="n" deduplicated_name="same" scheduling_name="s"',
        ),
    ],
)
def test_metadata_is_escaped_as_in_c(more: bytes, wanted: str) -> None:
    said = text(computation(1, "main", 1, parameter(1, 0, more)))
    assert line(said, "parameter.1") == f"parameter(0), metadata={{{wanted}}}"


def test_metadata_without_a_name_or_a_place_is_left_out() -> None:
    said = text(computation(1, "main", 1, parameter(1, 0, part(7, part(12, "same")))))
    assert line(said, "parameter.1") == "parameter(0)"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ('{"a":"}"}', '{"a":"}"}'),
        ("{a}b", '"{a}b"'),
        ('{"a":{', '"{\\"a\\":{"'),
        ("it's {", '"it\\\'s {"'),
        ("{}", "{}"),
        ('{"a', '"{\\"a"'),
    ],
)
def test_what_looks_like_an_object_is_not_quoted(value: str, wanted: str) -> None:
    attributes = part(68, part(1, part(1, "k") + part(2, value)))
    said = text(computation(1, "main", 1, parameter(1, 0, attributes + part(43, value))))
    assert line(said, "parameter.1") == (
        f"parameter(0), frontend_attributes={{k={wanted}}}, backend_config={wanted}"
    )


TOKEN = number(2, 17)
#: A number without a sign in memory space 2, tiled.
CONTEXT = number(2, 8) + part(5, part(6, packed(1, [128])) + number(8, 2))
TRANSFER = number(2, 13) + part(4, SHAPE) + part(4, CONTEXT) + part(4, TOKEN)


@pytest.mark.by_release
def test_the_context_of_a_transfer_has_the_layout_that_xla_reads() -> None:
    said = text(
        computation(
            1, "main", 6, parameter(1, 0), instruction(2, "after-all", shape=TOKEN),
            instruction(3, "send", 1, 2, shape=TRANSFER, more=number(26, 1)),
            instruction(4, "send-done", 3, shape=TOKEN, more=number(26, 1)),
            instruction(5, "recv", 4, shape=TRANSFER, more=number(26, 2)),
            instruction(
                6, "recv-done", 5, shape=number(2, 13) + part(4, SHAPE) + part(4, TOKEN), more=number(26, 2)
            ),
        )
    )  # fmt: skip
    context = "u32[]" if version("jaxlib").startswith("0.10.") else "u32[]{:T(128)S(2)}"
    for opcode in ("send(%parameter.1, %after-all.2), channel_id=1", "recv(%send-done.4), channel_id=2"):
        assert f"= (f32[2]{{0}}, {context}, token[]) {opcode}" in said


@pytest.mark.since("0.11.2")  # older libraries end the process
def test_a_sharding_by_mesh_axes_keeps_its_form() -> None:
    message: Any = _hlo.OpSharding()
    message.ParseFromString(named(MESH, dim(X, closed=False), dim(), part(7, Y)))
    sharding: Any = _hlo.HloSharding.from_proto(message)
    assert repr(sharding) == "{mesh['x'=2,'y'=4], [{'x', ?}, {}], manual={'y'}}"
    assert (sharding.num_devices(), sharding.num_dimensions()) == (8, 2)
    again: Any = _hlo.HloSharding.from_proto(sharding.to_proto())
    assert repr(again) == repr(sharding)
    assert repr(sharding.v3_to_v2_sharding()) == "{devices=[2,1,4]<=[8] last_tile_dims={manual}}"


@pytest.mark.parametrize(
    "text",
    [
        "{replicated}",
        "{maximal device=3}",
        "{replicated shard_like 3}",
        "{devices=[2,2]<=[4]}",
        "{devices=[2,2]0,2,3,1}",
        "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate shard_as 1}",
        "{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated}}",
        "{{replicated}, {devices=[2]<=[2]}}",
        "{}",
        "{mesh['x'=2,'y'=4], [{'x'}, {'y'}]}",
        "{mesh['x'=2,'y'=4], device_ids=([2,4]T(1,0)), [{'y':(1)2}, {'y':(2)2, 'x', ?}]}",
        "{mesh['x'=2,'y'=2], device_ids=(3,1,2,0), [{}, {'x'}], unreduced={'y'}}",
        "{mesh['x'=2,'y'=4], manual}",
        "{mesh['x'=2,'y'=4], replicated}",
    ],
)
@pytest.mark.since("0.11.2")
def test_a_shardings_text_can_be_read(text: str) -> None:
    sharding: Any = _hlo.HloSharding.from_string(text)
    assert repr(sharding) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "replicated", "{replicated", "{replicated} x", "{foo}", "{maximal}", "{devices=[2]}",
        "{devices=[2,2]0,1,2}", "{{manual}, {{unreduced}}}",
        "{devices=[2,2]<=[5]}", "{devices=[4]<=[2,2]}", "{devices=[1]0}", "{devices=[2]<=[2] last_tile_dims={foo}}",
        "{devices=[2,2]0,1,2,x}", "{mesh['x'=2], [{'y'}]}",
    ],
)  # fmt: skip
@pytest.mark.since("0.11.2")
def test_what_is_no_shardings_text_is_refused(text: str) -> None:
    with pytest.raises(RuntimeError, match="INVALID_ARGUMENT: Syntax error"):
        _hlo.HloSharding.from_string(text)
