"""The texts of statuses are those of absl, as in upstream's jaxlib."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0"),
        (-5, "-5ms"),
        (700, "700ms"),
        (1500, "1.5s"),
        (60_000, "1m"),
        (90_250, "1m30.25s"),
        (3_600_000, "1h"),
    ],
)
def test_times_are_written_as_absl_writes_them(milliseconds: int, text: str) -> None:
    from jaxlib._distributed.status import duration

    assert duration(milliseconds) == text


def test_payloads_are_part_of_the_text() -> None:
    from jaxlib._distributed.status import barrier_error

    error = barrier_error("ABORTED", "over", "q'", 1)
    assert str(error) == (
        "ABORTED: over [type.googleapis.com/tensorflow.CoordinationServiceError=''] "
        r"[type.googleapis.com/tensorflow.BarrierError='\n\x02q\'\x10\x01']"
    )


def test_after_a_hex_escape_a_hex_digit_is_escaped_too() -> None:
    from jaxlib._distributed.status import StatusError

    assert str(StatusError("INTERNAL", "m", {"k": b"\x00fg"})) == r"INTERNAL: m [k='\x00\x66g']"


def test_an_error_for_jax_has_the_code_and_its_number() -> None:
    from jaxlib._distributed.status import StatusError

    error = StatusError("NOT_FOUND", "no key").for_jax()
    assert (str(error), error.error_code, error.error_code_string) == ("NOT_FOUND: no key", 5, "NOT_FOUND")


def test_what_grpc_adds_is_cut_off_and_the_services_payload_stays() -> None:
    from jaxlib._distributed.status import SERVICE_ERROR, barrier_error, trimmed

    error = barrier_error("INTERNAL", "why\nAdditional GRPC error information from x", "b", 0)
    short = trimmed(error, "/s/Barrier")
    assert short.message == "why\n\nRPC: /s/Barrier"
    assert list(short.payloads) == [SERVICE_ERROR]


def test_a_lost_connection_says_what_that_may_mean() -> None:
    from jaxlib._distributed.status import StatusError, trimmed

    error = StatusError("UNAVAILABLE", "refused\nAdditional GRPC error information from x")
    text = trimmed(error, "/s/Heartbeat").message
    assert text.startswith("Failed to send RPC to coordination service.")
    assert text.endswith("Additional GRPC error information from x")


def test_a_message_too_long_for_a_header_is_cut_at_a_character() -> None:
    from jaxlib._distributed.status import StatusError

    text = StatusError("INTERNAL", "\u00e9" * 4000).short_message()
    assert text == "\u00e9" * 1536 + " ... [truncated]"
