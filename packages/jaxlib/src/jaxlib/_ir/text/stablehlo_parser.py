"""Parses StableHLO's attributes.

Functions for attributes that contain others get the attribute parser as an argument, because `attribute_parser`
imports this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Type
from jaxlib._ir.text.lexer import Text, unquoted
from jaxlib._ir.text.literals import integer_list

ReadAttribute: TypeAlias = Callable[[Text], Attribute]


def structure(
    source: Text,
    cls: type[dialects.StructureAttr],
    fields: dict[str, str],
    type_: Callable[[Text], Type],
    begin: str = "<",
) -> Attribute:
    """Parse a structure; absent fields are empty."""
    empty: dict[str, object] = {
        "list": [],
        "kept list": [],
        "int": 0,
        "kept int": 0,
        "bool": False,
        "type": None,
    }
    values = {name: empty[kind] for name, kind in fields.items()}
    missing = set(fields) if cls is dialects.OutputOperandAlias else set()
    if begin:
        source.take(begin)
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        kind = fields.get(name)
        if kind is None:
            source.fail(f"{cls.__name__} has no field {name!r}")
        elif kind.endswith("list"):
            values[name] = integer_list(source)
        elif kind == "type":
            values[name] = type_(source)
        elif kind == "bool":
            values[name] = source.take() == "true"
        else:
            values[name] = int(source.take())
        missing.discard(name)
        if source.peek() == ",":
            source.take()
    source.take(">")
    if missing:
        source.fail(f"expected {' '.join(repr(name) for name in fields if name in missing)}")
    return cls.get(*values.values())


def convolution(source: Text) -> Attribute:
    """Parse the dimension roles of a convolution, in angle brackets."""
    source.take("<")
    if source.peek() == "raw":
        source.take()
        return structure(source, cast("Any", dialects.ConvDimensionNumbers), _RAW, _no_type, begin="")
    numbers = convolution_numbers(source)
    source.take(">")
    return numbers


#: The fields of a convolution's dimension roles with their names.
_RAW = {
    f"{part}_{role}_dimension{'s' * (role == 'spatial')}": "list" if role == "spatial" else "int"
    for part, roles in (
        ("input", ("batch", "feature", "spatial")),
        ("kernel", ("input_feature", "output_feature", "spatial")),
        ("output", ("batch", "feature", "spatial")),
    )
    for role in roles
}


def _no_type(source: Text) -> Type:
    raise source.error("expected no type")


def convolution_numbers(source: Text) -> dialects.ConvDimensionNumbers:
    """Parse the dimension roles of a convolution: three lists of names and numbers."""

    def side(first: str, second: str) -> tuple[int, int, list[int]]:
        source.take("[")
        names = []
        while source.peek() != "]":
            names.append(source.take())
            if source.peek() == ",":
                source.take()
        source.take("]")
        spatial = [names.index(str(i)) for i in range(len(names) - 2)]
        return names.index(first), names.index(second), spatial

    input_roles = side("b", "f")
    source.take("x")
    kernel_roles = side("i", "o")
    source.take("->")
    output_roles = side("b", "f")
    return dialects.ConvDimensionNumbers.get(*input_roles, *kernel_roles, *output_roles)


def accuracy(source: Text, attribute: ReadAttribute) -> Attribute:
    """Parse the accuracy of an operation, starting at its bracket."""
    numbers: dict[str, float] = {"atol": 0.0, "rtol": 0.0, "ulps": 0}
    word = "DEFAULT"
    source.take("<")
    while source.peek() != ">":
        name = source.take()
        source.take("=")
        if name == "mode":
            mode = attribute(source)
            if not isinstance(mode, dialects.ResultAccuracyModeAttr):
                source.fail(f"wanted a mode of accuracy, not {mode}")
            word = mode.value
        else:
            numbers[name] = type(numbers[name])(source.take())
        if source.peek() == ",":
            source.take()
    source.take(">")
    return dialects.ResultAccuracyAttr.get(numbers["atol"], numbers["rtol"], int(numbers["ulps"]), word)


def _field(source: Text, name: str) -> None:
    source.take(name)
    source.take("=")


def _mesh_axis(source: Text, _attribute: ReadAttribute) -> Attribute:
    source.take("<")
    _field(source, "name")
    name = str(unquoted(source.take()))
    source.take(",")
    _field(source, "size")
    size = int(source.take())
    source.take(">")
    return dialects.MeshAxisAttr.get(name, size)


def _mesh(source: Text, attribute: ReadAttribute) -> Attribute:
    source.take("<")
    _field(source, "axes")
    source.take("[")
    axes = []
    while source.peek() != "]":
        axes.append(attribute(source) if source.peek().startswith("#") else _mesh_axis(source, attribute))
        if source.peek() == ",":
            source.take()
    source.take("]")
    devices = None
    if source.peek() == ",":
        source.take()
        _field(source, "device_ids")
        devices = attribute(source)
    source.take(">")
    return dialects.MeshAttr.get(core.ArrayAttr.get(axes), devices)


def _axis_ref(source: Text, _attribute: ReadAttribute) -> Attribute:
    source.take("<")
    _field(source, "name")
    name = str(unquoted(source.take()))
    part = None
    if source.peek() == ",":
        source.take()
        _field(source, "sub_axis_info")
        source.take("(")
        before = int(source.take())
        source.take(")")
        part = dialects.SubAxisInfoAttr.get(before, int(source.take()))
    source.take(">")
    return dialects.AxisRefAttr.get(name, part)


def _replica_group_mesh_axes(source: Text, attribute: ReadAttribute) -> Attribute:
    source.take("<")
    _field(source, "mesh")
    mesh = attribute(source)
    source.take(",")
    _field(source, "axes")
    axes = attribute(source)
    if not isinstance(axes, core.ArrayAttr):
        source.fail(f"wanted a list of axes, found {axes}")
    source.take(">")
    return dialects.ReplicaGroupMeshAxesAttr.get(mesh, axes)


#: Parsers for StableHLO's meshes; nested parts have no mnemonic.
MESHES: dict[str, Callable[[Text, ReadAttribute], Attribute]] = {
    "#stablehlo.mesh_axis": _mesh_axis,
    "#stablehlo.mesh": _mesh,
    "#stablehlo.axis_ref": _axis_ref,
    "#stablehlo.replica_group_mesh_axes": _replica_group_mesh_axes,
}
