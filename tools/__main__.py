"""``python -m tools VERB``: the wheel factory."""

from __future__ import annotations

import signal
import sys
from importlib import import_module

#: The module that has each verb's ``main``, and what it does.
VERBS = {
    "attest": ("publish.attestations", "sign wheels as the workflow that runs this: PEP 740 attestations"),
    "audit": ("audit.audit", "check built wheels: policy, stable ABI, contents"),
    "browser": ("environments.browser", "fetch a Chromium for the tests of pages, unless there is one"),
    "build": ("builder.build", "build wheels into dist/"),
    "conformance": ("conformance", "run `jaxlib conformance` on every PJRT library at hand"),
    "contract": (
        "compat.contract",
        "compare what a jax wheel uses of jaxlib with what jaxlib (bindings-only) has",
    ),
    "differential": (
        "long_runs.differential.command",
        "run random sequences of calls with our jaxlib and with upstream's, and compare",
    ),
    "emulate": ("environments.emulate", "install and run the aarch64 wheels under QEMU"),
    "exports": ("long_runs.exports", "export tests/exported's functions again with each jax of an archive"),
    "follow": (
        "follow",
        "derive, measure, compare and try a new release of jax, or a source tree; one report",
    ),
    "fuzz": ("long_runs.fuzz", "call jaxlib-pjrt and jaxlib with thousands of damaged and odd arguments"),
    "gpu": ("long_runs.gpu", "build, install and test a CUDA plugin on this machine's GPU"),
    "gpus": ("docs.gpu_table", "say which wheel serves which NVIDIA GPU"),
    "index": ("publish.index", "write a static package index of the wheels in dist/"),
    "interpreters": (
        "environments.interpreters",
        "fetch the Pythons that jaxlib is built for and this machine lacks",
    ),
    "kernels": (
        "upstream_tests.kernels",
        "lower the kernels of upstream's Pallas tests with our jaxlib and with upstream's, and compare",
    ),
    "libraries": (
        "libraries",
        "run libraries' test suites with the family and with upstream's jaxlib, and compare",
    ),
    "lock": (
        "environments.lock",
        "lock environments: make, verify, diff, explain, upgrade, meta",
    ),
    "matrix": ("compat.matrix", "try compatible and incompatible releases, each in a real environment"),
    "measure": (
        "environments.measure",
        "load a release's PJRT libraries and compare the facts that they report with the manifest",
    ),
    "models": ("models", "run and compile MaxText's models on our backends and upstream's, and compare"),
    "new_plugin": ("builder.new_plugin", "write a plugin's folder for a vendor's PJRT library"),
    "pages": ("docs.error_pages", "write the diagnoses' texts into docs/errors, and docs/speed.md"),
    "quickstart": ("environments.quickstart", "build, install and train a network in a new environment"),
    "reassemble": (
        "builder.reassemble",
        "rebuild upstream's wheels from an environment in which they are installed, and write a manifest",
    ),
    "refresh": ("artifacts.refresh", "compare a release manifest with the registry, or rewrite it"),
    "rehearse": (
        "publish.rehearsal",
        "try a release on a registry on this machine; refuse an incomplete set",
    ),
    "reproduce": (
        "builder.reproduce",
        "build twice, once in a clean copy with no network, and compare bytes",
    ),
    "sanitize": ("long_runs.sanitize", "test our native code with address and thread sanitizers"),
    "schema": (
        "builder.descriptor_schema",
        "write the published schema of plugins' descriptors, from their types",
    ),
    "site": ("docs.site", "build the documentation site, strictly, into build/site"),
    "sizes": ("audit.sizes", "compare the wheels' sizes with upstream's, as a table and a picture"),
    "trace": ("docs.trace_picture", "record a profile with our jaxlib, and draw it"),
    "upstream": (
        "upstream_tests.upstream",
        "run upstream's tests on jaxlib-cpu and on the backend inside jaxlib, and compare",
    ),
}

#: Verbs that Ctrl-C ends at once. They work in threads, for which a KeyboardInterrupt would wait; a rerun removes
#: their incomplete files or continues with them.
_ENDED_AT_ONCE = {"build"}


def main() -> int:
    """Run the verb's ``main``, and exit with its status."""
    if len(sys.argv) > 1 and sys.argv[1] in VERBS:
        from tools.console import progress

        module, _ = VERBS[sys.argv[1]]
        if sys.argv[1] in _ENDED_AT_ONCE:
            progress.end_on_interrupt()
        try:
            status: int = import_module(f"tools.{module}").main(sys.argv[2:])
        except KeyboardInterrupt:
            progress.CONSOLE.print(progress.INTERRUPTED)
            return 128 + signal.SIGINT
        return status
    sys.stderr.write("usage: python -m tools VERB ...\n\n")
    sys.stderr.writelines(f"  {verb:<12} {text}\n" for verb, (_, text) in VERBS.items())
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
