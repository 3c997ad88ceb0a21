"""Messages are serialized and parsed; tests/wheel/test_coordination_schema.py compares their schema."""

from __future__ import annotations

from typing import Any

import pytest


def sample(kind: str) -> Any:
    from jaxlib._distributed import messages

    if kind.endswith("*"):
        return [sample(kind[:-1]), sample(kind[:-1])]
    if kind in messages.MESSAGES:
        return {name: sample(each) for name, (_, each) in messages.MESSAGES[kind].items()}
    samples = {"bool": True, "int32": -7, "int64": -(1 << 40), "fixed64": (1 << 64) - 3, "bytes": b"\0\xff"}
    return samples.get(kind, 3 if kind == "TaskState" else "\u00e9/x")


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(element) for element in value]
    if hasattr(value, "__dict__"):
        return {name: plain(each) for name, each in vars(value).items()}
    return value


def test_every_message_comes_back_as_it_went() -> None:
    from jaxlib._distributed import messages

    for name in messages.MESSAGES:
        values = sample(name)
        assert plain(messages.decode(name, messages.encode(name, **values))) == values, name


def test_a_field_that_is_not_set_has_its_default() -> None:
    from jaxlib._distributed import messages

    request = messages.decode("BarrierRequest", b"")
    assert (request.barrier_id, request.counter, request.task_ids) == ("", 0, [])
    assert request.incarnations.service_incarnation == 0
    assert messages.encode("BarrierRequest", barrier_id="", counter=0, task_ids=[], incarnations=None) == b""


def test_bytes_are_protocol_buffers_own() -> None:
    from jaxlib._distributed import messages

    encoded = messages.encode("HeartbeatRequest", incarnation=0x0102, source_task_id=5)
    assert encoded == bytes([0x11, 2, 1, 0, 0, 0, 0, 0, 0, 0x18, 5])
    # A repeated number may come one by one, and a field that the schema has not is skipped.
    assert messages.decode("GetAliveTasksRequest", bytes([0x18, 1, 0x18, 2, 0x7A, 1, 9])).task_ids == [1, 2]


@pytest.mark.parametrize("data", [b"\x0a", b"\x0a\x05ab", b"\x11\x01", b"\xff\xff\xff", b"\x12\x01\xff"])
def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    from jaxlib._distributed import messages

    with pytest.raises(ValueError, match=r"malformed|decode|number"):
        messages.decode("BarrierRequest", data)
