"""One process of a job of jax.distributed that is controlled by lines of JSON: requests in, answers out.

python distributed_worker.py

A request is [ID, WHAT, ...]: "service" and "client" create one, with its arguments; "call" calls a method of the
client in a thread of its own, so that further requests are served while it waits; "manager" makes the client's
manager of preemptions in such a thread; "compute" keeps the main thread in native code for some time; "return" ends
the program normally, without notice to the job. An answer is [ID, "ok", VALUE] or [ID, TYPE, TEXT].
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from typing import Any

from jaxlib import _jax

_lock = threading.Lock()
_made: dict[str, Any] = {}


def readable(value: Any) -> Any:
    """A value as JSON can have it."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, dict):
        return {"keys": sorted(value), "values": ["incarnation" for _ in value]}
    if isinstance(value, (list, tuple)):
        return [readable(element) for element in value]
    return value if value is None or isinstance(value, (bool, int, str)) else type(value).__name__


def call(number: int, function: Any, args: list[Any], kwargs: dict[str, Any]) -> None:
    """Call a function, and print how that ended."""
    answer: list[Any]
    try:
        answer = [number, "ok", readable(function(*args, **kwargs))]
    except Exception as error:
        answer = [number, type(error).__name__, str(error)]
    with _lock:
        print(json.dumps(answer), flush=True)


def make(what: str, **kwargs: Any) -> None:
    """Make a service or a client."""
    _made[what] = getattr(_jax, f"get_distributed_runtime_{what}")(**kwargs)


def make_manager() -> None:
    """Make the manager of preemptions, and let it participate."""
    manager = _made["manager"] = _jax.create_preemption_sync_manager()
    manager.initialize(_made["client"])


def compute(rounds: int) -> None:
    """Run native code that does not hold the GIL."""
    hashlib.pbkdf2_hmac("sha256", b"", b"", rounds)


def in_thread(number: int, function: Any, args: list[Any], kwargs: dict[str, Any]) -> None:
    """Call a function in a thread of its own."""
    threading.Thread(target=call, args=(number, function, args, kwargs), daemon=True).start()


def main() -> None:
    """Do as told until there is nothing more to do, then end as a program that was killed."""
    for line in sys.stdin:
        number, what, *rest = json.loads(line)
        if what == "return":
            return
        if what == "compute":
            call(number, compute, rest[0], {})
            continue
        if what == "manager":
            in_thread(number, make_manager, [], {})
            continue
        if what in ("service", "client"):
            call(number, make, [what], *rest)
            continue
        target, method, args, kwargs = rest
        args = [
            bytes.fromhex(argument["bytes"]) if isinstance(argument, dict) else argument for argument in args
        ]
        function = getattr(_made[target], method)
        in_thread(number, function, args, kwargs)


if __name__ == "__main__":
    main()
