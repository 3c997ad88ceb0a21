"""The coordination service's messages are those of each release's jaxlib, read from its library's descriptors."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from tests.unit.jaxlib._distributed.conftest import sources  # noqa: F401
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import definitions

#: The files that declare the messages, as the library names them.
SERVICE_FILE = "xla/pjrt/distributed/coordination/coordination_service.proto"
PAYLOADS_FILE = "xla/tsl/protobuf/distributed_runtime_payloads.proto"

#: FieldDescriptorProto's numbers of the types in use.
TYPES = {3: "int64", 5: "int32", 6: "fixed64", 8: "bool", 9: "string", 12: "bytes"}

RELEASES = definitions.jaxlib_releases()


def fields(message: bytes) -> Iterator[tuple[int, Any]]:
    from jaxlib import _proto

    return _proto.fields(message)


def one(message: bytes, tag: int, default: Any = b"") -> Any:
    return next((value for number, value in fields(message) if number == tag), default)


def every(message: bytes, tag: int) -> list[Any]:
    return [value for number, value in fields(message) if number == tag]


def descriptor(library: bytes, name: str) -> bytes:
    """The FileDescriptorProto of that name: it begins with its name, and ends where no field of one follows."""
    from jaxlib import _proto

    start = library.index(_proto.length(1, name.encode()))
    end = start
    while True:
        key = library[end]
        if key & 7 not in (0, 2) or key >> 3 not in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14):
            return library[start:end]
        end += 1
        size = shift = 0
        while True:
            byte = library[end]
            end += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if key & 7 == 2:
            end += size


def declared(message: bytes) -> dict[str, tuple[int, str]]:
    """A DescriptorProto's fields, as messages.py writes them."""
    found = {}
    for field in every(message, 2):
        kind = TYPES.get(one(field, 5, 0)) or one(field, 6).decode().rpartition(".")[2]
        repeated = one(field, 4, 0) == 3
        found[one(field, 1).decode()] = (one(field, 3, 0), kind + "*" * repeated)
    return found


class Schema:
    """What a release's library declares."""

    def __init__(self, release: str) -> None:
        _, file = definitions.upstreams_jaxlib(load(release))
        with zipfile.ZipFile(Cache().fetch(file)) as wheel:
            name = next(member for member in wheel.namelist() if member.endswith("/libjax_common.so"))
            library = wheel.read(name)
        self.service = descriptor(library, SERVICE_FILE)
        payloads = descriptor(library, PAYLOADS_FILE)
        messages = every(self.service, 4) + [
            field for field in every(payloads, 4) if one(field, 1) == b"GrpcPayloadContainer"
        ]
        messages += [nested for message in messages for nested in every(message, 3)]
        self.messages = {one(message, 1).decode(): declared(message) for message in messages}
        (service,) = every(self.service, 6)
        self.methods = {one(field, 1).decode() for field in every(service, 2)}
        self.name = f"{one(self.service, 2).decode()}.{one(service, 1).decode()}"
        (state,) = every(self.service, 5)
        self.states = {one(field, 1).decode(): one(field, 2, 0) for field in every(state, 2)}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Schema]:
    return {release: Schema(release) for release in RELEASES}


@pytest.mark.parametrize("release", RELEASES)
def test_every_message_of_a_release_is_declared_as_there(schemas: dict[str, Schema], release: str) -> None:
    from jaxlib._distributed import messages

    schema = schemas[release]
    assert {name: messages.MESSAGES.get(name) for name in schema.messages} == schema.messages
    assert schema.methods <= set(messages.METHODS)
    assert schema.name == messages.SERVICE
    assert {state.name: state.value for state in messages.State} == {
        name.removeprefix("TASK_STATE_").removeprefix("TASKSTATE_"): value
        for name, value in schema.states.items()
    }


def test_nothing_is_declared_that_no_release_has(schemas: dict[str, Schema]) -> None:
    from jaxlib._distributed import messages

    assert set(messages.MESSAGES) == {name for schema in schemas.values() for name in schema.messages}
    assert set(messages.METHODS) == {name for schema in schemas.values() for name in schema.methods}
