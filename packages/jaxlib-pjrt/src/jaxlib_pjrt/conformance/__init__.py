"""Tests whether a library follows the rules of the PJRT C API and computes what StableHLO specifies.

    jaxlib conformance /path/lib.so --html report.html

For authors of such libraries; jax is not needed. Every check runs in a child process with a time limit, so a
library that crashes, aborts or hangs fails only that check. A feature that the library lacks, or reports as
unsupported, is UNSUPPORTED with its own reason, not a failure.
"""
