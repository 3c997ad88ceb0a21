"""Reads the output of ``jax.export``: a function's program and the data needed to call it, as plain values.

The file is a flatbuffer whose schema is jax's ``serialization.fbs``. The numbers of fields and kinds here are those
of that schema, which is only ever extended. All versions since jax 0.4.30 can be read: shardings were XLA's
protocol buffers at first and later named ones, and array types and shardings were repeated at each use and later
stored once.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from jaxlib_pjrt._flatbuffer import Buffer, FlatbufferError, Table
from jaxlib_pjrt.errors import ArtifactError

Made = TypeVar("Made")

#: The newest known schema version; fields that a newer one adds are ignored.
NEWEST_SERIALIZATION = 12
#: The known calling conventions of ``main``, which jax has written since 0.4.24.
CALLING_CONVENTIONS = range(9, 11)

_DEPTH = 200

_DTYPES = {
    0: "bool",
    1: "int8",
    2: "int16",
    3: "int32",
    4: "int64",
    5: "uint8",
    6: "uint16",
    7: "uint32",
    8: "uint64",
    9: "float16",
    10: "float32",
    11: "float64",
    12: "complex64",
    13: "complex128",
    14: "bfloat16",
    15: "int4",
    16: "uint4",
    17: "float8_e4m3b11fnuz",
    18: "float8_e4m3fn",
    19: "float8_e4m3fnuz",
    20: "float8_e5m2",
    21: "float8_e5m2fnuz",
    22: "float0",
    23: "float8_e4m3",
    24: "float8_e3m4",
    25: "float8_e8m0fnu",
    26: "float4_e2m1fn",
    27: "key<fry>",
    28: "key<rbg>",
    29: "key<unsafe_rbg>",
}
#: For dtypes that only jax has: the dtype of their elements in a program, and the shape of each element.
PHYSICAL = {
    "key<fry>": ("uint32", (2,)),
    "key<rbg>": ("uint32", (4,)),
    "key<unsafe_rbg>": ("uint32", (4,)),
    "float0": ("bool", ()),
}


# Named tuples, because a frozen dataclass takes several times as long to define, in each process that runs a
# program.


class ArrayType(NamedTuple):
    """The type of an argument or a result.

    Attributes:
        shape: The size of each dimension, or the expression of a symbolic one.
        dtype: The name of a dtype of numpy or ml_dtypes, of a key type (``key<fry>``), or ``float0``.
        memory_space: ``device``, ``host`` or ``any``; None if the file does not state it.
    """

    shape: tuple[int | str, ...]
    dtype: str
    memory_space: str | None = None

    @property
    def physical(self) -> tuple[str, tuple[int | str, ...]]:
        """The dtype and shape that it has in the program."""
        dtype, more = PHYSICAL.get(self.dtype, (self.dtype, ()))
        return dtype, (*self.shape, *more)

    def __str__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"


class NamedSharding(NamedTuple):
    """The axes of a device mesh along which each dimension of an array is sharded.

    Attributes:
        mesh: The size of each axis of the mesh, by name.
        spec: For each dimension the names of its axes; a dimension without axes is not sharded.
        memory_kind: The memory kind, if it was stated.
    """

    mesh: tuple[tuple[str, int], ...]
    spec: tuple[tuple[str, ...], ...]
    memory_kind: str | None = None


class OpSharding(NamedTuple):
    """A sharding in XLA's form: a serialized ``xla.OpSharding``."""

    proto: bytes


Sharding = NamedSharding | OpSharding | None


class Tree(NamedTuple):
    """The structure of nested containers (jax's pytree definition).

    Attributes:
        kind: ``leaf``, ``none``, ``tuple``, ``list``, ``dict`` or ``custom``.
        children: The subtrees.
        keys: The keys of a dict.
        name: The name under which the type of a custom node was registered.
        data: The auxiliary data of a custom node, as serialized by its registration.
    """

    kind: str
    children: tuple[Tree, ...] = ()
    keys: tuple[str, ...] = ()
    name: str = ""
    data: bytes = b""

    @property
    def leaves(self) -> int:
        """The number of leaves."""
        return 1 if self.kind == "leaf" else sum(child.leaves for child in self.children)

    def __str__(self) -> str:
        inner = [str(child) for child in self.children]
        if self.kind == "leaf":
            return "*"
        if self.kind == "dict":
            return "{" + ", ".join(f"{k!r}: {v}" for k, v in zip(self.keys, inner, strict=True)) + "}"
        if self.kind == "tuple":
            return f"({inner[0]},)" if len(inner) == 1 else f"({', '.join(inner)})"
        if self.kind == "list":
            return f"[{', '.join(inner)}]"
        return "None" if self.kind == "none" else f"{self.name}({', '.join(inner)})"


_TREES = ("leaf", "none", "tuple", "list", "dict", "custom")
_MEMORY_SPACES = (None, "device", "host", "any")


class Artifact(NamedTuple):
    """An exported function; attributes without a description have jax's names and meaning.

    Attributes:
        program: The portable StableHLO artifact.
        disabled_platform_check: Whether it may run on a platform that it was not exported for.
        kept: The indices of the arguments that the program takes; the others are unused.
        ordered_effects: The names of their types; for each, the program takes and returns a token, before all
            others.
        vjp: The function's vector-Jacobian product, if it was exported: takes the arguments, then one cotangent
            for each result, and returns one for each argument.
    """

    serialization_version: int
    jax_version: str | None
    function_name: str
    in_tree: Tree
    in_avals: tuple[ArrayType, ...]
    out_tree: Tree
    out_avals: tuple[ArrayType, ...]
    num_devices: int
    in_shardings: tuple[Sharding, ...]
    out_shardings: tuple[Sharding, ...]
    platforms: tuple[str, ...]
    ordered_effects: tuple[str, ...]
    unordered_effects: tuple[str, ...]
    disabled_platform_check: bool
    calling_convention_version: int
    kept: tuple[int, ...]
    uses_global_constants: bool
    program: bytes
    vjp: Artifact | None = None

    def __repr__(self) -> str:
        hidden = ("program", "vjp")
        shown = (f"{name}={getattr(self, name)!r}" for name in self._fields if name not in hidden)
        return f"Artifact({', '.join(shown)})"

    @property
    def open_dimensions(self) -> tuple[str, ...]:
        """The expressions of symbolic dimensions, without duplicates."""
        every = (size for aval in (*self.in_avals, *self.out_avals) for size in aval.shape)
        return tuple(dict.fromkeys(size for size in every if isinstance(size, str)))


def read(data: bytes) -> Artifact:
    """Read the output of ``jax.export.export(...)(...).serialize()``.

    Raises:
        ArtifactError: The data is something else, or it is damaged.
    """
    try:
        return _exported(Buffer(data).root(), 0)
    except FlatbufferError as error:
        raise ArtifactError(f"it is not a function that jax.export serialized: {error}") from error


def _types(table: Table, avals: list[ArrayType], indices: int, inline: int) -> tuple[ArrayType, ...]:
    chosen = table.numbers(indices)
    if chosen:
        return tuple(_chosen(avals, index, "array type") for index in chosen)
    return tuple(_aval(aval) for aval in table.tables(inline))


def _exported(table: Table, depth: int) -> Artifact:
    if depth > _DEPTH:
        raise ArtifactError("it has too many derivatives")
    meshes = [_mesh(mesh) for mesh in table.tables(20)]
    named = [_named(sharding, meshes) for sharding in table.tables(21)]
    avals = [_aval(aval) for aval in table.tables(19)]

    def shardings(indices: int, inline: int) -> tuple[Sharding, ...]:
        chosen = table.numbers(indices)
        if chosen:
            return tuple(_chosen(named, index - 1, "sharding") if index else None for index in chosen)
        return tuple(_sharding(sharding, meshes) for sharding in table.tables(inline))

    in_avals, out_avals = _types(table, avals, 22, 3), _types(table, avals, 23, 5)
    in_shardings, out_shardings = shardings(24, 7), shardings(25, 8)
    kept = table.numbers(15, "<H")
    program = table.content(13)
    vjp = table.table(17)
    artifact = Artifact(
        serialization_version=table.number(0, "<H"),
        jax_version=table.text(26) or None,
        function_name=table.text(1),
        in_tree=_tree(_required(table.table(2), "tree of arguments")),
        in_avals=in_avals,
        out_tree=_tree(_required(table.table(4), "tree of results")),
        out_avals=out_avals,
        num_devices=table.number(18) or table.number(6, "<h"),
        in_shardings=in_shardings or (None,) * len(in_avals),
        out_shardings=out_shardings or (None,) * len(out_avals),
        platforms=tuple(table.texts(9)),
        ordered_effects=tuple(effect.text(0) for effect in table.tables(10)),
        unordered_effects=tuple(effect.text(0) for effect in table.tables(11)),
        disabled_platform_check=any(check.number(0, "<b") == 0 for check in table.tables(12)),
        calling_convention_version=table.number(14, "<H"),
        kept=tuple(kept),
        uses_global_constants=bool(table.number(16, "<B")),
        program=program,
        vjp=None if vjp is None else _exported(vjp, depth + 1),
    )
    _check(artifact)
    return artifact


def _check(artifact: Artifact) -> None:
    # Invariants of every file that jax writes; a file that violates them would be called wrongly.
    arguments = len(artifact.in_avals)
    for condition, text in (
        (artifact.program[:4] == b"ML\xefR", "its program is not MLIR bytecode"),
        (artifact.platforms, "it names no platform"),
        (artifact.num_devices >= 1, f"it is for {artifact.num_devices} devices"),
        (artifact.in_tree.leaves == arguments, f"{artifact.in_tree.leaves} leaves for {arguments} arguments"),
        (artifact.out_tree.leaves == len(artifact.out_avals), "its results do not fit their tree"),
        (len(artifact.in_shardings) == arguments, "its shardings do not fit its arguments"),
        (len(artifact.out_shardings) == len(artifact.out_avals), "its shardings do not fit its results"),
        (list(artifact.kept) == sorted(set(artifact.kept)), "the arguments of its program are in no order"),
        (
            not artifact.kept or artifact.kept[-1] < arguments,
            f"its program takes more than its {arguments} arguments",
        ),
        (_is_call(artifact.in_tree), "its arguments are not a tuple and a dict"),
    ):
        if not condition:
            raise ArtifactError(f"it is not a function that jax.export serialized, or it is damaged: {text}")


def _is_call(tree: Tree) -> bool:
    kinds = [child.kind for child in tree.children]
    return tree.kind == "tuple" and kinds == ["tuple", "dict"]


def _required(artifact: Made | None, what: str) -> Made:
    if artifact is None:
        raise ArtifactError(f"it is not a function that jax.export serialized: it has no {what}")
    return artifact


def _chosen(values: list[Made], index: int, what: str) -> Made:
    if not 0 <= index < len(values):
        raise ArtifactError(f"it is damaged: {what} {index} is out of range [0, {len(values)})")
    return values[index]


def _tree(table: Table, depth: int = 0) -> Tree:
    if depth > _DEPTH:
        raise ArtifactError(f"its containers are nested more than {_DEPTH} deep")
    kind = _chosen(list(_TREES), table.number(0, "<b"), "kind of container")
    children = tuple(_tree(child, depth + 1) for child in table.tables(1))
    keys = tuple(table.texts(2))
    if kind in ("leaf", "none") and children:
        raise ArtifactError(f"it is damaged: a {kind} with children")
    if kind == "dict" and (len(keys) != len(children) or len(set(keys)) != len(keys)):
        raise ArtifactError("it is damaged: a dict whose keys do not match its values")
    return Tree(kind, children, keys, table.text(3), table.content(4))


def _aval(table: Table) -> ArrayType:
    number = table.number(2, "<b")
    if number not in _DTYPES:
        raise ArtifactError(f"it has arrays of an unknown dtype, number {number}")
    shape: tuple[int | str, ...] = tuple(int(s) if _is_size(s) else s for s in table.texts(1))
    space = _chosen(list(_MEMORY_SPACES), table.number(3, "<b"), "memory space")
    return ArrayType(shape, _DTYPES[number], space)


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 20


def _mesh(table: Table) -> tuple[tuple[str, int], ...]:
    sizes, names = table.numbers(0), table.texts(1)
    if len(sizes) != len(names):
        raise ArtifactError(f"it is damaged: a mesh with {len(sizes)} sizes and {len(names)} names")
    return tuple(zip(names, sizes, strict=True))


def _named(table: Table, meshes: list[tuple[tuple[str, int], ...]]) -> NamedSharding:
    if meshes:
        mesh = _chosen(meshes, table.number(3), "mesh")
    else:
        mesh = _mesh(_required(table.table(0), "mesh of a sharding"))
    spec = _required(table.table(1), "axes of a sharding")
    axes = tuple(tuple(table.texts(0)) for table in spec.tables(0))
    if unreduced := spec.texts(2):
        raise ArtifactError(f"it has unreduced arrays, over {', '.join(unreduced)}")
    known = dict(mesh)
    if strange := [axis for names in axes for axis in names if axis not in known]:
        raise ArtifactError(f"it is damaged: a sharding over axis {strange[0]!r}, which is not in its mesh")
    return NamedSharding(mesh, axes, table.text(2) or None)


def _sharding(table: Table, meshes: list[tuple[tuple[str, int], ...]]) -> Sharding:
    if (spec := table.table(2)) is not None:
        return _named(spec, meshes)
    proto = table.content(1)
    return OpSharding(proto) if proto or table.number(0, "<b") == 1 else None
