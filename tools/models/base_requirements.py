"""MaxText's own base requirements, as its wheel on the registry has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.artifacts.manifest import since
from tools.environments.venv import uv
from tools.models.discover import rules

#: The file for each hardware; each includes the common one. MaxText has none for CUDA 13 and ROCm.
FILES = {"cuda12": "cuda12-requirements.txt", "tpu": "tpu-requirements.txt"}


def maxtext(release: str) -> str:
    """The version of the MaxText that goes with a release of jax, as tools/models/models.toml has it."""
    pins: list[str] = since(rules()["environment"]["release"], release)
    return next(pin.removeprefix("maxtext==") for pin in pins if pin.startswith("maxtext=="))


def requirements(release: str, hardware: str, folder: Path) -> Path:
    """Fetches the wheel into ``folder`` unless it is there; gives the file for ``hardware``."""
    version = maxtext(release)
    target = folder / f"maxtext-{version}"
    if not target.is_dir():
        # Its metadata allows Python 3.12 and newer alone; only its text files are wanted.
        command = [uv(), "pip", "install", "--quiet", "--no-deps", "--target", str(target)]
        command += ["--python", sys.executable, "--python-version", "3.12", f"maxtext=={version}"]
        subprocess.run(command, check=True)
    return target / "dependencies/requirements/base_requirements" / FILES.get(hardware, "requirements.txt")
