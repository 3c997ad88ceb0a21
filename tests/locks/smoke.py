"""Runs in an environment made from a lock: a small MaxText model, forward, on the default backend."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jax
import jax.numpy as jnp
import jaxlib_core
import maxtext
from flax import nnx
from maxtext.configs import pyconfig
from maxtext.utils import maxtext_utils, model_creation_utils

SMALL = {
    "override_model_config": True,
    "base_emb_dim": 64,
    "base_num_query_heads": 4,
    "base_num_kv_heads": 4,
    "base_mlp_dim": 128,
    "base_num_decoder_layers": 2,
    "head_dim": 16,
    "vocab_size": 256,
    "enable_dropout": False,
    "scan_layers": False,
    "dtype": "float32",
    "weight_dtype": "float32",
    "enable_checkpointing": False,
    "attention": "dot_product",
    "per_device_batch_size": 1,
    "max_target_length": 32,
    "max_prefill_predict_length": 32,
    "skip_jax_distributed_system": True,
    "dataset_type": "synthetic",
    "run_name": "smoke",
    "base_output_directory": os.devnull,
}


def main() -> None:
    base = Path(maxtext.__file__).parent / "configs" / "base.yml"
    arguments = ["", str(base), "model_name=llama2-7b", *(f"{key}={value}" for key, value in SMALL.items())]
    config = pyconfig.initialize(arguments)
    mesh = jax.sharding.Mesh(maxtext_utils.create_device_mesh(config), config.mesh_axes)
    rngs = nnx.Rngs(params=0, dropout=1)
    model = model_creation_utils.from_config(config, mesh=mesh, model_mode="train", rngs=rngs)
    tokens = jnp.arange(32)[None, :] % 256
    logits = nnx.jit(lambda m, t: m(t, jnp.arange(32)[None, :]))(model, tokens)
    print(
        json.dumps(
            {
                "shape": list(logits.shape),
                "finite": bool(jnp.isfinite(logits).all()),
                "spread": float(jnp.std(logits)),
                "backend": jax.default_backend(),
                "loaded": {
                    name: plugin.descriptor.distribution for name, plugin in jaxlib_core.loaded().items()
                },
            },
            default=str,
        )
    )


main()
