"""jax's module `jaxlib._profile_data`: read access to profiles, with classes of the native module."""

from __future__ import annotations

from typing import Any

from jaxlib import _log, _native

ProfileData = _native.profile_data.ProfileData
ProfilePlane = _native.profile_data.ProfilePlane
ProfileLine = _native.profile_data.ProfileLine
ProfileEvent = _native.profile_data.ProfileEvent


def from_file(proto_file_path: str) -> Any:
    """Read a profile from a file.

    Raises:
        JaxRuntimeError: The file cannot be read.
        RuntimeError: The profile is damaged.
    """
    if not isinstance(proto_file_path, str):
        raise TypeError(
            f"from_file(): incompatible function arguments: wanted str, got {type(proto_file_path).__name__}"
        )
    try:
        with open(proto_file_path, "rb") as file:
            content = file.read()
    except OSError as error:
        code = {FileNotFoundError: "NOT_FOUND", PermissionError: "PERMISSION_DENIED"}.get(
            type(error), "FAILED_PRECONDITION"
        )
        raise _native.JaxRuntimeError(f"{code}: {proto_file_path}; {error.strerror}") from error
    return ProfileData(content)


def text_proto_to_serialized_xspace(text: str, /) -> bytes:
    """Serialize an XSpace in protobuf's text format; up to the first error, which is logged."""
    from jaxlib._profiling import text_format

    if not isinstance(text, str):
        raise TypeError(f"incompatible function arguments: wanted str, got {type(text).__name__}")
    try:
        return text_format.serialize(text)
    except text_format.TextError as error:
        _log.warning(f"Error parsing text-format tensorflow.profiler.XSpace: {error}")
        return error.before


def from_text_proto(text: str, /) -> Any:
    """The profile in a text, parsed like ``text_proto_to_serialized_xspace``."""
    return ProfileData(text_proto_to_serialized_xspace(text))


def from_raw_cpp_ptr(capsule: Any) -> Any:
    """Always raises: upstream's C++ objects do not exist here.

    Raises:
        TypeError: Always.
    """
    raise TypeError(
        "ProfileData.from_raw_cpp_ptr: wanted a profile's bytes: this jaxlib has no C++ protocol "
        "buffers to point to; use from_serialized_xspace"
    )


for _each in (from_file, from_text_proto, text_proto_to_serialized_xspace, from_raw_cpp_ptr):
    setattr(ProfileData, _each.__name__, staticmethod(_each))

__all__ = ["ProfileData", "ProfileEvent", "ProfileLine", "ProfilePlane"]
