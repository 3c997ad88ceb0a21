"""Texts by which jax recognizes a client: its platform version and its runtime type."""

from __future__ import annotations

import jax
import pytest
from jax._src import xla_bridge

pytestmark = pytest.mark.by_release


def test_jax_recognizes_a_plugin_by_what_its_client_says() -> None:
    client = jax.local_devices()[0].client
    plugin = "jaxlib-cpu" in client.platform_version
    assert xla_bridge.using_pjrt_c_api() == plugin
    # Older ones have no such attribute, and say so in the first line.
    first = client.platform_version.startswith("PJRT C API\n")
    assert first == (plugin and not hasattr(client, "is_c_api"))


def test_a_clients_runtime_is_that_of_every_client() -> None:
    assert jax.local_devices()[0].client.runtime_type == "pjrt_ifrt"
