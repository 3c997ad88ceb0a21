"""The text of what XLA states by the axes of a mesh: shardings, and the replica groups of collectives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jaxlib._hlo.message import Message
from jaxlib._hlo.tile_assignment import iota_text, simplest
from jaxlib._release import HLO_SINGLE_DEVICE


def sharding_text(content: bytes) -> str:
    """The text of an xla.NamedShardingProto."""
    sharding = Message(content)
    mesh = sharding.message(2)
    names = _names(mesh)
    dims = sharding.messages(3)
    groups = [
        (title, [_axis(axis, names) for axis in sharding.messages(tag)])
        for title, tag in (("replicated", 4), ("unreduced", 5), ("manual", 7))
    ]
    stated = [(title, axes) for title, axes in groups if axes]
    parts = [_mesh(mesh)]
    if not names and mesh.numbers(2):
        return f"{{{parts[0]}}}"
    if not dims and not stated:
        parts.append("replicated")
    elif not dims and len(stated) == 1 and stated[0][0] != "replicated" and stated[0][1] == names:
        parts.append(stated[0][0])
    else:
        parts.append(f"[{', '.join(_dimension(dim, names) for dim in dims)}]")
        parts += [f"{title}={{{', '.join(axes)}}}" for title, axes in stated]
    return f"{{{', '.join(parts)}}}"


def groups_text(groups: Message) -> str:
    """The text of an xla.MeshAxesReplicaGroupListProto."""
    mesh = groups.message(1)
    names = _names(mesh)
    return f"{_mesh(mesh)} {{{','.join(_axis(axis, names) for axis in groups.messages(2))}}}"


def _names(mesh: Message) -> list[str]:
    return [f"'{axis.text(1)}'" for axis in mesh.messages(1)]


def _mesh(mesh: Message) -> str:
    devices = mesh.numbers(2)
    if devices and 1 not in mesh:
        return f"{HLO_SINGLE_DEVICE}[device_id={devices[0]}]"
    sizes = (axis.number(2) for axis in mesh.messages(1))
    text = f"mesh[{','.join(f'{name}={size}' for name, size in zip(_names(mesh), sizes, strict=True))}]"
    if devices:
        return f"{text}, device_ids=({','.join(map(str, devices))})"
    iota = mesh.message(3)
    shape, order = simplest(iota.numbers(1), iota.numbers(2))
    return text if len(shape) == 1 else f"{text}, device_ids=({iota_text(shape, order)})"


def _axis(axis: Message, names: Sequence[str]) -> str:
    """An xla.AxisRefProto: a whole axis, or a part of it after those of a size."""
    index, part = axis.number(1), axis.message(2)
    name = names[index] if index < len(names) else str(index)
    return f"{name}:({part.number(1)}){part.number(2)}" if 2 in axis else name


def _dimension(dim: Message, names: Sequence[str]) -> str:
    parts: Iterable[str] = (_axis(axis, names) for axis in dim.messages(1))
    return f"{{{', '.join([*parts, *([] if dim.number(2) else ['?'])])}}}"


__all__ = ["groups_text", "sharding_text"]
