"""``python -m tools VERB``: the wheel factory."""

from __future__ import annotations

import sys
from importlib import import_module

#: The module that has each verb's ``main``, and what it does.
VERBS = {
    "audit": ("audit.audit", "check built wheels: policy, stable ABI, contents"),
    "build": ("builder.build", "build wheels into dist/"),
    "conformance": ("conformance", "the checks of `jaxlib conformance` on every PJRT library at hand"),
    "contract": ("compat.contract", "what a jax wheel uses of jaxlib, compared with what the bindings offer"),
    "emulate": ("environments.emulate", "aarch64 wheels, installed and run on another processor"),
    "index": ("publish.index", "a static package index of the wheels in dist/"),
    "libraries": (
        "libraries",
        "test suites of libraries on jax, with the family and with upstream's jaxlib, compared",
    ),
    "lock": (
        "environments.lock",
        "environments that can be made again: make, verify, diff, explain, upgrade, meta",
    ),
    "matrix": ("compat.matrix", "releases that do and do not go together, each in a real environment"),
    "models": ("models", "MaxText's models, small, on our backends and on upstream's, compared"),
    "new_plugin": ("builder.new_plugin", "a plugin's folder for a PJRT library that somebody built"),
    "publish": ("publish.publish", "a release to a registry on this machine, refused unless it is whole"),
    "quickstart": ("environments.quickstart", "build, install and train: the family's main job"),
    "reassemble": (
        "builder.reassemble",
        "upstream's wheels again, from where they are installed, and a manifest of them",
    ),
    "refresh": ("artifacts.refresh", "compare a release manifest with the registry, or rewrite it"),
    "reproduce": ("builder.reproduce", "build twice, in different places and without a network, and compare"),
    "sizes": ("audit.sizes", "the wheels' sizes against upstream's, as a table and a picture"),
    "upstream": (
        "upstream_tests.upstream",
        "upstream's own tests on jaxlib-cpu and on the backend inside jaxlib, compared",
    ),
}


def main() -> int:
    """Dispatch to the verb's ``main``; its exit status is ours."""
    if len(sys.argv) > 1 and sys.argv[1] in VERBS:
        module, _ = VERBS[sys.argv[1]]
        status: int = import_module(f"tools.{module}").main(sys.argv[2:])
        return status
    sys.stderr.write("usage: python -m tools VERB ...\n\n")
    sys.stderr.writelines(f"  {verb:<11} {text}\n" for verb, (_, text) in VERBS.items())
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
