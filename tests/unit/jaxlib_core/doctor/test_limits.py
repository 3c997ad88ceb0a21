"""Process limits that keep jax from working: the named limit, and the limits that remain after the command."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

BODY = """
import resource
from jaxlib_core.doctor import limits
from jaxlib_core.errors import DefaultBackendFails

def failure(found):
    return DefaultBackendFails("jax fails.", wanted="w", found=found, where=("here",), commands=("reinstall",))

resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
resource.setrlimit(resource.RLIMIT_NOFILE, (30, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
"""


def child(body: str) -> str:
    """The output of a process with low limits of address space and files."""
    code = BODY + textwrap.dedent(body)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_limit_without_which_jax_works_is_named_with_the_command_that_raises_it() -> None:
    said = child("""
        def works():
            return resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 100
        setting = limits.too_low(works, failure("x"))
        print(setting.problem.where, setting.problem.commands[0], setting.changes)
        print(resource.getrlimit(resource.RLIMIT_AS)[0] == 4 << 30)
    """)
    assert said.startswith("('ulimit -n',) ulimit -n ")
    assert said.endswith(" {}\nTrue\n")


def test_limits_that_are_not_the_cause_are_as_they_were() -> None:
    said = child("""
        print(limits.too_low(lambda: False, failure("x")))
        print(resource.getrlimit(resource.RLIMIT_AS)[0] == 4 << 30)
        print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    """)
    assert said == "None\nTrue\n30\n"


@pytest.mark.parametrize(("found", "tried"), [("Too many open files", True), ("ModuleNotFoundError", False)])
def test_what_is_usual_is_raised_only_where_it_was_refused(found: str, tried: bool) -> None:
    said = child(f"""
        for number, value in ((resource.RLIMIT_AS, resource.RLIM_INFINITY), (resource.RLIMIT_NOFILE, 1000)):
            resource.setrlimit(number, (value, resource.getrlimit(number)[1]))
        files = []
        limits.too_low(lambda: files.append(resource.getrlimit(resource.RLIMIT_NOFILE)[0]), failure({found!r}))
        print([number > 1000 for number in files])
    """)
    assert said == f"{[True] if tried else []}\n"


def test_limits_are_put_back_after_an_examination() -> None:
    said = child("""
        with limits.restored():
            assert limits.too_low(lambda: True, failure("x")) is None
            resource.setrlimit(resource.RLIMIT_NOFILE, (40, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    """)
    assert said == "30\n"


@pytest.mark.parametrize(
    ("gigabytes", "found", "told"),
    [
        (4, "std::bad_alloc", True),
        (4, "Cannot allocate memory", True),
        (1, "hangs", True),
        (4, "hangs", False),
    ],
)
def test_a_limit_that_nobody_here_can_raise_has_no_command(gigabytes: int, found: str, told: bool) -> None:
    said = child(f"""
        limits._raise = lambda limit: False
        resource.setrlimit(resource.RLIMIT_AS, ({gigabytes} << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
        problem = limits.fixed(failure({found!r}))
        print(problem and (problem.commands, problem.note.split(":")[0]))
    """)
    assert (said == "((), 'only an administrator can raise it')\n") is told
    assert told or said == "None\n"
