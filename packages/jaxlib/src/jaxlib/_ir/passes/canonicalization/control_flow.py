"""The rules of scf: branches with a known condition are taken, loops of one iteration or none disappear."""

from __future__ import annotations

from jaxlib._ir.core import Block, Operation
from jaxlib._ir.passes.canonicalization.rewriter import AnyValue, Rewriter, Rule, integer


def _body(op: Operation, region: int = 0) -> Block | None:
    blocks = op._regions[region]._blocks
    return blocks[0] if len(blocks) == 1 else None


def _index_switch(op: Operation, rewriter: Rewriter) -> bool:
    """A constant selects its case; the first region is the default one."""
    value = integer(op._operands[0])
    if value is None:
        return False
    cases = list(op._attributes["cases"].parts)
    block = _body(op, cases.index(value) + 1 if value in cases else 0)
    if block is None:
        return False
    rewriter.inline(op, block)
    return True


def _if(op: Operation, rewriter: Rewriter) -> bool:
    truth = integer(op._operands[0])
    if truth is not None:
        block = _body(op, 0 if truth else 1)
        if block is not None:
            rewriter.inline(op, block)
        elif not op._results:
            rewriter.erase(op)
        else:
            return False
        return True
    return _empty_else(op, rewriter) or _same_results(op, rewriter)


def _empty_else(op: Operation, rewriter: Rewriter) -> bool:
    """An else branch that only ends is none."""
    block = _body(op, 1)
    if op._results or block is None or len(block._operations) != 1:
        return False
    rewriter.erase(block._operations[0])
    op._regions[1]._blocks.clear()
    return True


def _same_results(op: Operation, rewriter: Rewriter) -> bool:
    """A result that both branches have from outside is that value."""
    then, other = _body(op, 0), _body(op, 1)
    if then is None or other is None:
        return False
    changed = False
    ends = (then._operations[-1]._operands, other._operations[-1]._operands)
    for result, one, two in zip(op._results, *ends, strict=True):
        if one == two and result._uses:
            rewriter.replace_uses(result, one)
            changed = True
    return changed


def _for(op: Operation, rewriter: Rewriter) -> bool:
    lower, upper, step, *initial = op._operands
    if lower == upper:
        rewriter.replace(op, initial)
        return True
    a, b, c = integer(lower), integer(upper), integer(step)
    body = _body(op)
    if body is None:
        return False
    if a is not None and b is not None:
        if b <= a:
            rewriter.replace(op, initial)
            return True
        if c is not None and a + c >= b:
            for argument, value in zip(list(body._arguments), [lower, *initial], strict=True):
                rewriter.replace_uses(argument, value)
            rewriter.inline(op, body)
            return True
    if not op._results and len(body._operations) == 1:
        rewriter.erase(op)
        return True
    return _loop_results(op, body, initial, rewriter)


def _loop_results(op: Operation, body: Block, initial: list[AnyValue], rewriter: Rewriter) -> bool:
    """Remove the values that a loop only passes on, or that nothing uses."""
    arguments, terminator = list(body._arguments[1:]), body._operations[-1]
    yielded, results = list(terminator._operands), list(op._results)
    kept = []
    for position, (argument, start, end, result) in enumerate(
        zip(arguments, initial, yielded, results, strict=True)
    ):
        same = end in (argument, start)
        unused = not result._uses and all(user is terminator for user, _number in argument._uses)
        if not same and not (unused and _only_for(end, terminator)):
            kept.append(position)
    if len(kept) == len(results):
        return False
    return _keep(op, body, initial, kept, rewriter)


def _only_for(value: AnyValue, terminator: Operation) -> bool:
    """Whether only the terminator uses a value."""
    return all(user is terminator for user, _number in value._uses)


def _keep(op: Operation, body: Block, initial: list[AnyValue], kept: list[int], rewriter: Rewriter) -> bool:
    """Replace a loop by one with some of its values; the others are the initial ones."""
    arguments, terminator = list(body._arguments[1:]), body._operations[-1]
    results = op._results
    for position, argument in enumerate(arguments):
        if position not in kept:
            rewriter.replace_uses(argument, initial[position])
    rewriter.set_operands(terminator, [terminator._operands[position] for position in kept])
    operands = [*op._operands[:3], *(initial[position] for position in kept)]
    made = rewriter.create(
        "scf.for",
        [results[position]._type for position in kept],
        operands,
        dict(op._attributes),
        op,
        regions=1,
    )
    for position in reversed(range(len(arguments))):
        if position not in kept:
            body.erase_argument(position + 1)
    body.append_to(made._regions[0])
    replaced = {position: made._results[number] for number, position in enumerate(kept)}
    rewriter.replace(op, [replaced.get(position, value) for position, value in enumerate(initial)])
    rewriter.visit(made)
    return True


def _while(op: Operation, rewriter: Rewriter) -> bool:
    """A loop whose condition is false is run through once: its results are those of the first part."""
    before, after = _body(op, 0), _body(op, 1)
    if before is None:
        return False
    terminator = before._operations[-1]
    if terminator._name != "scf.condition":
        return False
    if integer(terminator._operands[0]) == 0:
        for argument, value in zip(list(before._arguments), op._operands, strict=True):
            rewriter.replace_uses(argument, value)
        rewriter.set_operands(terminator, terminator._operands[1:])
        rewriter.inline(op, before)
        return True
    return after is not None and _while_values(op, before, after, rewriter)


def _while_values(op: Operation, before: Block, after: Block, rewriter: Rewriter) -> bool:
    """Remove the values that a loop only passes on, that are the same in each iteration, or that nothing uses."""
    condition, end = before._operations[-1], after._operations[-1]
    arguments, results = list(before._arguments), list(op._results)
    # What the second part yields may be what the first one passed to it.
    passed: dict[AnyValue, AnyValue] = dict(zip(after._arguments, condition._operands[1:], strict=True))
    entering = []
    for position, (argument, start, again) in enumerate(
        zip(arguments, op._operands, end._operands, strict=True)
    ):
        if passed.get(again, again) in (argument, start):
            rewriter.replace_uses(argument, start)
        if argument._uses:
            entering.append(position)
    leaving: list[int] = []
    first: dict[AnyValue, int] = {}
    for position, (value, argument, result) in enumerate(
        zip(condition._operands[1:], list(after._arguments), results, strict=True)
    ):
        if _is_outside(value, op):
            rewriter.replace_uses(argument, value)
            rewriter.replace_uses(result, value)
        elif (same := first.setdefault(value, position)) != position:
            rewriter.replace_uses(argument, after._arguments[same])
            rewriter.replace_uses(result, results[same])
    for position, (argument, result) in enumerate(zip(after._arguments, results, strict=True)):
        if argument._uses or result._uses:
            leaving.append(position)
    if len(entering) == len(arguments) and len(leaving) == len(results):
        return False
    _keep_in_while(op, before, after, (entering, leaving), rewriter)
    return True


def _is_outside(value: AnyValue, loop: Operation) -> bool:
    """Whether a value that a loop uses is defined outside of it."""
    owner = value._owner
    block = owner._parent if isinstance(owner, Operation) else owner
    while block is not None and (around := block.owner) is not None:
        if around is loop:
            return False
        block = around._parent
    return True


def _keep_in_while(
    op: Operation, before: Block, after: Block, kept: tuple[list[int], list[int]], rewriter: Rewriter
) -> None:
    """Replace a loop by one with some of its values: those that enter the first part, and those that leave it."""
    entering, leaving = kept
    condition, end, results = before._operations[-1], after._operations[-1], list(op._results)
    truth, *passed = condition._operands
    rewriter.set_operands(condition, [truth, *(passed[position] for position in leaving)])
    rewriter.set_operands(end, [end._operands[position] for position in entering])
    made = rewriter.create(
        "scf.while",
        [results[position]._type for position in leaving],
        [op._operands[position] for position in entering],
        dict(op._attributes),
        op,
        regions=2,
    )
    for block, positions, region in zip((before, after), kept, made._regions, strict=True):
        for position in reversed(range(len(block._arguments))):
            if position not in positions:
                block.erase_argument(position)
        block.append_to(region)
    for position, result in zip(leaving, made._results, strict=True):
        rewriter.replace_uses(results[position], result)
    rewriter.erase(op)
    rewriter.visit(made)


RULES: dict[str, Rule] = {
    "scf.for": _for,
    "scf.if": _if,
    "scf.index_switch": _index_switch,
    "scf.while": _while,
}
