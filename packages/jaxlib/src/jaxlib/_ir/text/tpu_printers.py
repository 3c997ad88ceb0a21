"""Prints operations of tpu that have no format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlib._ir.core import Operation
from jaxlib._ir.text.kernel_parts import (
    Shown,
    ending,
    extra_text,
    groups_of,
    parameters,
    types_text,
    values_text,
)

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer

# ---- tpu


def _copy(printer: Printer, op: Operation) -> str:
    """A copy, or the wait for one: its operands with labels and their types, which identifiers do not have."""
    source, source_semaphore, target, *others = groups_of(op)
    labels = (
        "source",
        "target",
        "source_semaphore",
        "target_semaphore",
        "device_id",
        "core_id",
        "subcore_id",
    )
    parts = []
    for label, group in zip(labels, (source, target, source_semaphore, *others), strict=False):
        for value in group:
            kind = "" if label.endswith("_id") else f" : {value._type.text}"
            parts.append(f"{label}({printer.value(value)}{kind})")
    return " ".join(parts) + extra_text(printer, op)


def _wait_by_semaphore(printer: Printer, op: Operation) -> str:
    """The wait for a copy, of which the semaphore comes first."""
    labels = ("semaphore", "src", "dst", "device_id", "core_id", "subcore_id")
    parts = []
    for label, group in zip(labels, groups_of(op), strict=False):
        for value in group:
            kind = "" if label.endswith("_id") else f" : {value._type.text}"
            parts.append(f"{label}({printer.value(value)}{kind})")
    return " ".join(parts) + extra_text(printer, op)


def _indirect(printer: Printer, op: Operation) -> str:
    source, target, offsets, semaphore, *rest = op._operands
    value = printer.value
    parts = [
        f"{label}({value(operand)} : {operand._type.text})"
        for label, operand in (("source", source), ("target", target), ("offsets", offsets))
    ]
    parts += [f"offset_filter({value(rest[0])})"] if rest else []
    parts.append(f"semaphore({value(semaphore)} : {semaphore._type.text})")
    return " ".join(parts) + extra_text(printer, op)


def _wait_indirect(printer: Printer, op: Operation) -> str:
    labels = ("semaphore", "src", "dst")
    parts = [
        f"{label}({printer.value(operand)} : {operand._type.text})"
        for label, operand in zip(labels, op._operands, strict=True)
    ]
    return " ".join(parts) + extra_text(printer, op)


def _sublanes(printer: Printer, op: Operation) -> str:
    """A load or store of vector registers."""
    mask = f"[{', '.join(map(_truth, op._attributes['sublane_mask'].parts))}]"
    extra = extra_text(printer, op, ("sublane_mask",))
    if op._name == "tpu.load":
        memory, *indices = op._operands
        types = f"{memory._type.text}, {op._result_types[0].text}"
        return f"{printer.value(memory)}[{values_text(printer, indices)}] sublanes {mask}{extra} : {types}"
    groups = groups_of(op)
    (stored,), (memory,), indices = groups[:3]
    masks = groups[3] if len(groups) > 3 else []
    masked = f" masked {values_text(printer, masks)}" if masks else ""
    head = f"{printer.value(memory)}[{values_text(printer, indices)}], {printer.value(stored)}{masked}"
    types = f"{memory._type.text}, {stored._type.text}, {types_text([mask._type for mask in masks])}"
    return f"{head} sublanes {mask}{extra} : {types}"


def _truth(value: object) -> str:
    return "true" if value else "false"


def _masked(stored: bool) -> Shown:
    """A load or store of a vector, which may have a mask."""

    def shown(printer: Printer, op: Operation) -> str:
        groups = groups_of(op)
        vector = groups.pop(0)[0] if stored else None
        (memory,), indices, mask = groups
        head = f"{printer.value(memory)}[{values_text(printer, indices)}]"
        head += f", {printer.value(vector)}" if vector is not None else ""
        head += f" masked {values_text(printer, mask)}" if mask else ""
        kind = vector._type if vector is not None else op._result_types[0]
        where = f"[{types_text([index._type for index in indices])}]" if op._name.endswith("_idx") else ""
        types = f"{memory._type.text}{where}, {kind.text}, {types_text([each._type for each in mask])}"
        return f"{head}{extra_text(printer, op)} : {types}"

    return shown


def _compressed(printer: Printer, op: Operation) -> str:
    """A load or store of the elements that a mask selects."""
    stores = "store" in op._name
    groups = groups_of(op)
    vector = []
    if len(groups) > 1:
        vector = groups.pop(0) if stores else []
        (memory,), indices, mask = groups
    else:
        operands = groups[0]
        vector = [operands.pop(0)] if stores else []
        memory, *indices, last = operands
        mask = [last]
    rest = [*vector, *mask]
    head = f"{printer.value(memory)}[{values_text(printer, indices)}], {values_text(printer, rest)}"
    kinds = [memory._type, *([] if stores else op._result_types), *(value._type for value in rest)]
    return f"{head}{extra_text(printer, op)} : {types_text(kinds)}"


def _slice(printer: Printer, op: Operation) -> str:
    (memory,), indices, sizes = groups_of(op)
    dynamic = f" <{values_text(printer, sizes)}>" if sizes else ""
    head = f"{printer.value(memory)}[{values_text(printer, indices)}]{dynamic}{extra_text(printer, op)}"
    return f"{head} : {memory._type.text} -> {op._result_types[0].text}"


def _signal(printer: Printer, op: Operation) -> str:
    semaphore, amount, *others = groups_of(op)
    head = values_text(printer, [*semaphore, *amount])
    for label, group in zip(("device_id", "core_id", "subcore_id"), others, strict=False):
        head += f" {label} {values_text(printer, group)}" if group else ""
    return f"{head}{extra_text(printer, op)} : {semaphore[0]._type.text}"


def _log(printer: Printer, op: Operation) -> str:
    head = f"{op._attributes['tag'].text}{extra_text(printer, op, ('tag',))}"
    if not op._operands:
        return head
    operands = printer.operands(op) if op._name == "tpu.log_buffer" else f"[{printer.operands(op)}]"
    return f"{head} : {operands} : {types_text(op._operand_types)}"


def _scan(printer: Printer, op: Operation) -> str:
    source, *mask = op._operands
    head = f"{parameters(op._attributes['kind'])}, {printer.value(source)}"
    head += f" masked {values_text(printer, mask)}" if mask else ""
    types = f"{types_text(op._operand_types)} -> {op._result_types[0].text}"
    return f"{head}{extra_text(printer, op, ('kind',))} : {types}"


def _scan_count(printer: Printer, op: Operation) -> str:
    mask, values = op._operands
    head = f"mask({printer.value(mask)} : {mask._type.text}) value({printer.value(values)} : {values._type.text})"
    return f"{head}{extra_text(printer, op)} : {types_text(op._result_types)}"


def _sort(printer: Printer, op: Operation) -> str:
    keys, values, mask = op._operands
    head = f"{values_text(printer, (keys, values))} masked {printer.value(mask)}"
    return f"{head}{extra_text(printer, op)} : {printer.signature(op)}"


def _fetch_and_add(printer: Printer, op: Operation) -> str:
    memory, *others = op._operands
    *indices, value, subcore = others
    head = (
        f"{printer.value(memory)}[{values_text(printer, indices)}], {values_text(printer, (value, subcore))}"
    )
    types = f"{memory._type.text}, {value._type.text} -> {op._result_types[0].text}"
    return f"{head}{extra_text(printer, op)} : {types}"


#: The text after the names of operations.
SHOWN: dict[str, Shown] = {
    "tpu.compress_store_vreg": _compressed,
    "tpu.enqueue_dma": _copy,
    "tpu.enqueue_indirect_dma": _indirect,
    "tpu.expand_load_vreg": _compressed,
    "tpu.fetch_and_add_sync": _fetch_and_add,
    "tpu.load": _sublanes,
    "tpu.log": _log,
    "tpu.log_buffer": _log,
    "tpu.memref_slice": _slice,
    "tpu.scan": _scan,
    "tpu.scan_count": _scan_count,
    "tpu.sem_signal": _signal,
    "tpu.sort": _sort,
    "tpu.store": _sublanes,
    "tpu.vector_compress_store": _compressed,
    "tpu.vector_expand_load": _compressed,
    "tpu.vector_load": _masked(stored=False),
    "tpu.vector_load_idx": _masked(stored=False),
    "tpu.vector_store": _masked(stored=True),
    "tpu.vector_store_idx": _masked(stored=True),
    "tpu.wait_dma": _copy,
    "tpu.wait_dma2": _wait_by_semaphore,
    "tpu.wait_indirect_dma": _wait_indirect,
    "tpu.yield": ending,
}
