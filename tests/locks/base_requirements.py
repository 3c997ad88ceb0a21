"""MaxText's own base requirements, as its wheel on the registry has them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.environments.venv import uv

#: The MaxText that goes with each release of jax.
VERSIONS = {"0.10.2": "0.2.4", "0.12.0": "0.2.5"}
#: The file for each hardware; each includes the common one. MaxText has none for CUDA 13 and ROCm.
FILES = {"cuda12": "cuda12-requirements.txt", "tpu": "tpu-requirements.txt"}


def requirements(release: str, hardware: str, folder: Path) -> Path:
    """Fetches the wheel into ``folder`` unless it is there; gives the file for ``hardware``."""
    target = folder / f"maxtext-{VERSIONS[release]}"
    if not target.is_dir():
        # Its metadata allows Python 3.12 and newer alone; only its text files are wanted.
        command = [uv(), "pip", "install", "--quiet", "--no-deps", "--target", str(target)]
        command += ["--python", sys.executable, "--python-version", "3.12", f"maxtext=={VERSIONS[release]}"]
        subprocess.run(command, check=True)
    return target / "dependencies/requirements/base_requirements" / FILES.get(hardware, "requirements.txt")
