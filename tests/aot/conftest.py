"""The fixtures of ``tests/installed``, for these tests, too."""

from tests.installed.conftest import _required_pythons, make

__all__ = ["_required_pythons", "make"]
