"""The rules of scf: known branches are taken, results selected, and loops of one iteration or none disappear."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir.core import Block, BoolAttr, Operation
from jaxlib._ir.passes.canonicalization.rewriter import AnyValue, Rewriter, Rule, defined_by, integer


def _body(op: Operation, region: int = 0) -> Block | None:
    blocks = op._regions[region]._blocks
    return blocks[0] if len(blocks) == 1 else None


def _index_switch(op: Operation, rewriter: Rewriter) -> bool:
    """A constant selects its case; the first region is the default one."""
    value = integer(op._operands[0])
    if value is None:
        bodies = [_body(op, number) for number in range(len(op._regions))]
        return _same_results(op, bodies, rewriter) or _used_results(op, bodies, rewriter)
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
    bodies = [_body(op, 0), _body(op, 1)]
    return (
        _known_condition(op, rewriter)
        or _negated(op, rewriter)
        or _empty_else(op, rewriter)
        or _same_results(op, bodies, rewriter)
        or _used_results(op, bodies, rewriter)
        or _selected(op, bodies, rewriter)
        or _combined(op, rewriter)
        or _nested(op, rewriter)
    )


def _known_condition(op: Operation, rewriter: Rewriter) -> bool:
    """In its branches the condition is known."""
    condition = op._operands[0]
    known: dict[int, AnyValue] = {}
    for user, number in list(condition._uses):
        region = _region_of(user, op)
        if region is None:
            continue
        if region not in known:
            known[region] = rewriter.constant(BoolAttr.get(region == 0), condition._type, op)
        user._set_operand(number, known[region])
        rewriter.visit(user)
    return bool(known)


def _region_of(inner: Operation, op: Operation) -> int | None:
    """The number of the region of an operation that another one is in; None if it is in none."""
    block = inner._parent
    while block is not None and (around := block.owner) is not None:
        if around is op or around == op:
            return next(i for i, region in enumerate(op._regions) if region == block.region)
        block = around._parent
    return None


def _empty_else(op: Operation, rewriter: Rewriter) -> bool:
    """An else branch that only ends is none."""
    block = _body(op, 1)
    if op._results or block is None or len(block._operations) != 1:
        return False
    rewriter.erase(block._operations[0])
    op._regions[1]._blocks.clear()
    return True


def _negated(op: Operation, rewriter: Rewriter) -> bool:
    """Of a negated condition, the branches change places."""
    negation, then, other = defined_by(op._operands[0], "arith.xori"), _body(op, 0), _body(op, 1)
    if negation is None or integer(negation._operands[1]) != -1 or then is None or other is None:
        return False
    _move_into(op, (other, then))
    rewriter.set_operands(op, negation._operands[:1])
    return True


def _move_into(op: Operation, blocks: Sequence[Block | None]) -> None:
    """Make blocks the ones of an operation's regions, one each, or none."""
    for region in op._regions:
        region._blocks.clear()
    for region, block in zip(op._regions, blocks, strict=True):
        if block is not None:
            block._region = None
            block.append_to(region)


def _ends(bodies: Sequence[Block | None]) -> list[list[AnyValue]]:
    """What each branch yields; nothing if there is a branch of another form."""
    if any(body is None for body in bodies):
        return []
    return [list(body._operations[-1]._operands) for body in bodies if body is not None]


def _same_results(op: Operation, bodies: Sequence[Block | None], rewriter: Rewriter) -> bool:
    """A result that all branches have from outside is that value."""
    changed = False
    for result, *values in zip(op._results, *_ends(bodies), strict=False):
        if values and result._uses and all(value == values[0] for value in values[1:]):
            rewriter.replace_uses(result, values[0])
            changed = True
    return changed


def _used_results(op: Operation, bodies: Sequence[Block | None], rewriter: Rewriter) -> bool:
    """Results that nothing uses are removed."""
    kept = [position for position, result in enumerate(op._results) if result._uses]
    if len(kept) == len(op._results) or not _ends(bodies):
        return False
    _with_results(op, bodies, kept, rewriter)
    return True


def _with_results(
    op: Operation, bodies: Sequence[Block | None], kept: Sequence[int], rewriter: Rewriter
) -> Operation:
    """Replace an operation by one with some of its results; nothing uses the others."""
    results = op._results
    made = rewriter.create(
        op._name,
        [results[position]._type for position in kept],
        op._operands,
        dict(op._attributes),
        op,
        regions=len(op._regions),
    )
    for body in bodies:
        if body is not None:
            end = body._operations[-1]
            rewriter.set_operands(end, [end._operands[position] for position in kept])
    for region in op._regions:
        region._blocks.clear()
    _move_into(made, bodies)
    for number, position in enumerate(kept):
        rewriter.replace_uses(results[position], made._results[number])
    rewriter.erase(op)
    return made


def _selected(op: Operation, bodies: Sequence[Block | None], rewriter: Rewriter) -> bool:
    """Results that both branches have from outside are selected."""
    kept, ends = [], _ends(bodies)
    if not op._results or not ends:
        return False
    for position, (result, one, other) in enumerate(zip(op._results, *ends, strict=True)):
        if not _is_outside(one, op) or not _is_outside(other, op):
            kept.append(position)
            continue
        operands = [op._operands[0], one, other]
        rewriter.replace_uses(
            result, rewriter.create("arith.select", [result._type], operands, {}, op).result
        )
    if len(kept) == len(op._results):
        return False
    _with_results(op, bodies, kept, rewriter)
    return True


def _combined(op: Operation, rewriter: Rewriter) -> bool:
    """Of two in a row with the same condition, one."""
    block = op._parent
    assert block is not None
    position = block._position(op)
    before = block._operations[position - 1] if position else None
    if before is None or before._name != "scf.if" or before._operands[0] != op._operands[0]:
        return False
    firsts, seconds = [_body(before, 0), _body(before, 1)], [_body(op, 0), _body(op, 1)]
    made = rewriter.create(
        "scf.if",
        [result._type for result in (*before._results, *op._results)],
        op._operands,
        dict(op._attributes),
        op,
        regions=2,
    )
    for number, (first, second) in enumerate(zip(firsts, seconds, strict=True)):
        if first is not None and second is not None:
            end, yielded = first._operations[-1], list(first._operations[-1]._operands)
            for result, value in zip(before._results, yielded, strict=True):
                for user, operand in list(result._uses):
                    if _region_of(user, op) == number:
                        user._set_operand(operand, value)
            for inner in list(second._operations[:-1]):
                inner.move_before(end)
                rewriter.visit(inner)
            rewriter.set_operands(end, [*yielded, *second._operations[-1]._operands])
            rewriter.erase(second._operations[-1])
    merged = [first if first is not None else second for first, second in zip(firsts, seconds, strict=True)]
    for old in (before, op):
        for region in old._regions:
            region._blocks.clear()
    _move_into(made, merged)
    for result, value in zip((*before._results, *op._results), made._results, strict=True):
        rewriter.replace_uses(result, value)
    rewriter.erase(op)
    rewriter.erase(before)
    return True


def _nested(op: Operation, rewriter: Rewriter) -> bool:
    """One that is all there is in another one, with its other results, is taken if both conditions hold."""
    then, other = _body(op, 0), _body(op, 1)
    if then is None or len(then._operations) != 2 or (other is not None and len(other._operations) != 1):
        return False
    inner, end = then._operations
    if inner._name != "scf.if":
        return False
    body, inner_other, condition = _body(inner, 0), _body(inner, 1), inner._operands[0]
    if body is None or not _is_outside(condition, op):
        return False
    if inner_other is not None and len(inner_other._operations) != 1:
        return False
    otherwise = list(other._operations[0]._operands) if other is not None else []
    inner_otherwise = list(inner_other._operations[0]._operands) if inner_other is not None else []
    if list(end._operands) != list(inner._results) or otherwise != inner_otherwise:
        return False
    operands = [op._operands[0], condition]
    both = rewriter.create("arith.andi", [condition._type], operands, {}, op).result
    made = rewriter.create(
        "scf.if", [result._type for result in op._results], [both], dict(op._attributes), op, regions=2
    )
    inner._regions[0]._blocks.clear()
    op._regions[1]._blocks.clear()
    _move_into(made, (body, other))
    for result, value in zip(op._results, made._results, strict=True):
        rewriter.replace_uses(result, value)
    rewriter.erase(op)
    return True


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
    # Values that begin and go on as another one are that one in each iteration. All are replaced before it is asked
    # what is unused.
    first: dict[tuple[AnyValue, AnyValue], int] = {}
    for position, pair in enumerate(zip(initial, yielded, strict=True)):
        if (known := first.setdefault(pair, position)) != position:
            rewriter.replace_uses(arguments[position], arguments[known])
            rewriter.replace_uses(results[position], results[known])
    distinct, kept = set(first.values()), []
    for position, (argument, start, end, result) in enumerate(
        zip(arguments, initial, yielded, results, strict=True)
    ):
        if position not in distinct:
            continue
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


def _assert(op: Operation, rewriter: Rewriter) -> bool:
    """What is known to be true needs no assertion."""
    if not integer(op._operands[0]):
        return False
    rewriter.erase(op)
    return True


RULES: dict[str, Rule] = {
    "cf.assert": _assert,
    "scf.for": _for,
    "scf.if": _if,
    "scf.index_switch": _index_switch,
    "scf.while": _while,
}
