"""The environments of ``tests/installed``, here too."""

from tests.installed.conftest import _required_pythons, make

__all__ = ["_required_pythons", "make"]
