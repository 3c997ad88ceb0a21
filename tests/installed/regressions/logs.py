"""jaxlib's log messages at the start of a job obey jax's logging level, or TF_CPP_MIN_LOG_LEVEL."""

from __future__ import annotations

from collections.abc import Callable

import pytest

PROGRAM = """
    import socket
    import jax
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    jax.distributed.initialize(address, num_processes=1, process_id=0)
"""


@pytest.mark.parametrize(
    ("variable", "level", "told"),
    [
        ("JAX_LOGGING_LEVEL", "DEBUG", True),
        ("JAX_LOGGING_LEVEL", "INFO", True),
        ("JAX_LOGGING_LEVEL", "WARNING", False),
        ("JAX_LOGGING_LEVEL", "NOTSET", False),  # jax's own TF_CPP_MIN_LOG_LEVEL, which is 1
        ("TF_CPP_MIN_LOG_LEVEL", "0", True),
        ("TF_CPP_MIN_LOG_LEVEL", "2", False),
    ],
)
def test_the_start_of_a_job(child: Callable[..., str], variable: str, level: str, told: bool) -> None:
    printed = child(PROGRAM, **{variable: level})
    for line in ("Initializing CoordinationService", "Connected to distributed JAX controller"):
        assert (line in printed) == told, printed
