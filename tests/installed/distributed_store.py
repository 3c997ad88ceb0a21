"""Run in an environment with jaxlib: a library uses the key-value store of jax.distributed while it makes a client.

python distributed_store.py SHIM, with SHIM_MODE=store and the real library's path in SHIM_LIBRARY
"""

from __future__ import annotations

import gc
import socket
import sys

import jax
from jax._src import distributed
from jaxlib import _jax


def main(shim: str) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    jax.distributed.initialize(f"127.0.0.1:{port}", 1, 0, cluster_detection_method="deactivate")
    job = distributed.global_state.client
    _jax.load_pjrt_plugin("shim", shim, None)
    _jax.initialize_pjrt_plugin("shim")
    options = {"cpu_device_count": 1}
    client = _jax.get_c_api_client("shim", options, job)
    assert len(client.devices()) == 1
    assert job.key_value_dir_get_bytes("") == [], "a key without the platform's prefix"
    assert job.key_value_try_get_bytes("shim:a/1") == b"x\0y"
    refused = ""
    try:
        _jax.get_c_api_client("shim", options, job)
    except jax.errors.JaxRuntimeError as error:
        refused = str(error)
    assert "key shim:a/1 already exists." in refused, refused
    # Without jax.distributed there is no store, and the library does not use one.
    assert len(_jax.get_c_api_client("shim", options).devices()) == 1
    del client
    gc.collect()
    jax.distributed.shutdown()
    print("passed")


if __name__ == "__main__":
    main(sys.argv[1])
