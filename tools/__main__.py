"""``python -m tools VERB``: the wheel factory. One verb, one module of the same name."""

from __future__ import annotations

import sys
from importlib import import_module

VERBS = {
    "audit": "check built wheels: policy, stable ABI, contents",
    "build": "build wheels into dist/",
    "contract": "what a jax wheel uses of jaxlib, compared with what the bindings offer",
    "emulate": "aarch64 wheels, installed and run on another processor",
    "index": "a static package index of the wheels in dist/",
    "libraries": "test suites of libraries on jax, with the family and with upstream's jaxlib, compared",
    "lock": "environments that can be made again: make, verify, diff, explain, upgrade, meta",
    "matrix": "releases that do and do not go together, each in a real environment",
    "models": "MaxText's models, small, on our backends and on upstream's, compared",
    "new_plugin": "a plugin's folder for a PJRT library that somebody built",
    "publish": "a release to a registry on this machine, refused unless it is whole",
    "quickstart": "build, install and train: the family's main job",
    "reassemble": "upstream's wheels again, from where they are installed, and a manifest of them",
    "refresh": "compare a release manifest with the registry, or rewrite it",
    "reproduce": "build twice, in different places and without a network, and compare",
    "sizes": "the wheels' sizes against upstream's, as a table and a picture",
    "upstream": "upstream's own tests on jaxlib-cpu and on the backend inside jaxlib, compared",
}


def main() -> int:
    """Dispatch to the verb's ``main``; its exit status is ours."""
    if len(sys.argv) > 1 and sys.argv[1] in VERBS:
        status: int = import_module(f"tools.{sys.argv[1]}").main(sys.argv[2:])
        return status
    sys.stderr.write("usage: python -m tools VERB ...\n\n")
    sys.stderr.writelines(f"  {verb:<11} {text}\n" for verb, text in VERBS.items())
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
