"""One hash of everything that is installed in this environment: equal where the same files are.

python fingerprint.py
"""

from __future__ import annotations

import hashlib
from importlib.metadata import distributions

#: What an installer writes by itself: its own name, and where a wheel came from.
OWN = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_build.json", "uv_cache.json")
#: What creates environments; its version does not matter here.
TOOLS = ("pip", "setuptools", "wheel")


def main() -> None:
    """Print the number of distributions, and the hash of their names, versions and files."""
    lines = []
    installed = [found for found in distributions() if found.name not in TOOLS]
    for distribution in installed:
        lines.append(f"{distribution.name} {distribution.version}")
        for file in distribution.files or ():
            # Scripts name this environment's Python, and compiled modules are made when they are first imported.
            if file.hash and ".." not in file.parts and file.suffix != ".pyc" and file.name not in OWN:
                lines.append(f"{file} {file.hash.value}")
    digest = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
    print(f"{len(installed)} distributions, {digest}")


if __name__ == "__main__":
    main()
