"""Which devices jax has for each platform, and for one without a device, why."""

from __future__ import annotations

import jax

for platform in ("cpu", "acme"):
    try:
        print(f"{platform}: {jax.devices(platform)}")
    except RuntimeError as error:
        print(f"{platform}: {error}")
