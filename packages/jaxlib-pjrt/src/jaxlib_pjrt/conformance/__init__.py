"""Tests whether a library keeps the rules of the PJRT C API and computes what StableHLO specifies.

    jaxlib conformance /path/lib.so --html report.html

For those who make such a library; nothing of JAX is needed. Every check runs in a child process with a time limit,
so a library that crashes, aborts or hangs fails that check and no other. What a library does not have, or says that
it cannot do, is UNSUPPORTED with its own reason, and no failure.
"""
