"""StableHLO's meshes, and replica groups given by mesh axes."""

from __future__ import annotations

from typing import Self

from jaxlib._ir.core import ArrayAttr, Attribute, Context, quote


class MeshAxisAttr(Attribute):
    """A mesh axis: its name and size."""

    __slots__ = ()

    @classmethod
    def get(cls, name: str, size: int, context: Context | None = None) -> Self:
        """The attribute with these parts."""
        return cls(f"#stablehlo.mesh_axis<name = {quote(name)}, size = {size}>", (name, size))

    name = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class MeshAttr(Attribute):
    """A mesh: an ArrayAttr of axes, and dense elements of device ids if these are not in order."""

    __slots__ = ()

    @classmethod
    def get(
        cls, axes: ArrayAttr, device_ids: Attribute | None = None, context: Context | None = None
    ) -> Self:
        """The attribute with these parts."""
        shown = ", ".join(axis.text.removeprefix("#stablehlo.mesh_axis") for axis in axes)
        devices = f", device_ids={device_ids.text}" if device_ids is not None else ""
        return cls(f"#stablehlo.mesh<axes=[{shown}]{devices}>", (axes, device_ids))

    axes = property(lambda self: self.parts[0])
    device_ids = property(lambda self: self.parts[1])


class SubAxisInfoAttr(Attribute):
    """A part of an axis: the product of the sizes before it, and its own size."""

    __slots__ = ()

    @classmethod
    def get(cls, pre_size: int, size: int, context: Context | None = None) -> Self:
        """The attribute with these parts."""
        return cls(f"#stablehlo<sub_axis_info({pre_size}){size}>", (pre_size, size))

    pre_size = property(lambda self: self.parts[0])
    size = property(lambda self: self.parts[1])


class AxisRefAttr(Attribute):
    """A mesh axis by name, or a part of it."""

    __slots__ = ()

    @classmethod
    def get(
        cls, name: str, sub_axis_info: SubAxisInfoAttr | None = None, context: Context | None = None
    ) -> Self:
        """The attribute with these parts."""
        part = f", sub_axis_info = ({sub_axis_info.pre_size}){sub_axis_info.size}" if sub_axis_info else ""
        return cls(f"#stablehlo.axis_ref<name = {quote(name)}{part}>", (name, sub_axis_info))

    name = property(lambda self: self.parts[0])
    sub_axis_info = property(lambda self: self.parts[1])


class ReplicaGroupMeshAxesAttr(Attribute):
    """Replica groups: the devices of a mesh, or of a named mesh, along axes (an ArrayAttr)."""

    __slots__ = ()

    @classmethod
    def get(cls, mesh: Attribute, axes: ArrayAttr, context: Context | None = None) -> Self:
        """The attribute with these parts."""
        return cls(
            f"#stablehlo.replica_group_mesh_axes<mesh = {mesh.text}, axes = {axes.text}>", (mesh, axes)
        )

    mesh = property(lambda self: self.parts[0])
    axes = property(lambda self: self.parts[1])
