"""Run in an environment with jaxlib: profiles of a library that has a profiler for its devices.

python device_profile.py SHIM, with SHIM_MODE=profiler, the real library's path in SHIM_LIBRARY, and the path of the
file that the library's profiler returns in SHIM_SPACE
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import tempfile
from pathlib import Path

import jax
import jax.numpy as jnp
from jaxlib import _jax, _profiler

ProfileData = jax.profiler.ProfileData

#: A program that took 3 ms on a device, 2 ms after the profile's start.
SPACE = """
planes {
  id: 1 name: "/device:GPU:0"
  lines { id: 1 name: "XLA Ops" timestamp_ns: 1700000000000000000
    events { metadata_id: 1 offset_ps: 2000000000 duration_ps: 3000000000
      stats { metadata_id: 1 str_value: "dot.1" } } }
  event_metadata { key: 1 value { id: 1 name: "fusion.7" } }
  stat_metadata { key: 1 value { id: 1 name: "hlo_op" } }
}
"""


def profiled() -> tuple[dict[str, list[str]], list[str]]:
    """The events of each plane of a profile, and the names in the file for trace viewers."""
    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            jax.block_until_ready(jax.jit(lambda x: x + 1)(jnp.ones(3)))
        [space] = Path(folder).rglob("*.xplane.pb")
        [viewers] = Path(folder).rglob("*.trace.json.gz")
        planes = {
            plane.name: [event.name for line in plane.lines for event in line.events]
            for plane in ProfileData.from_file(str(space)).planes
        }
        shown = json.loads(gzip.decompress(viewers.read_bytes()))
        return planes, [event.get("name", "") for event in shown["traceEvents"]]


def main(shim: str) -> None:
    """Profile with what the library may return."""
    returned = Path(os.environ["SHIM_SPACE"])
    returned.write_bytes(ProfileData.text_proto_to_serialized_xspace(SPACE))
    _profiler.register_plugin_profiler(_jax.load_pjrt_plugin("shim", shim, None))
    _jax.initialize_pjrt_plugin("shim")

    planes, shown = profiled()
    assert planes["/device:GPU:0"] == ["fusion.7"], planes
    assert planes["/host:CPU"], planes
    assert "fusion.7" in shown

    # A damaged space costs the device's plane, not the profile.
    returned.write_bytes(b"\x0a\xff\xff\xff\xff\x0f")
    planes, _ = profiled()
    assert "/device:GPU:0" not in planes
    assert planes["/host:CPU"], planes
    print("passed")


if __name__ == "__main__":
    main(sys.argv[1])
