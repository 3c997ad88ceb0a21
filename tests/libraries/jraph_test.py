"""Jraph: networks on graphs. Its distributions hold no tests."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import jraph
import numpy as np


def test_messages_pass_along_a_graphs_edges() -> None:
    graph = jraph.GraphsTuple(
        nodes=jnp.arange(3.0)[:, None],
        edges=jnp.ones((3, 1)),
        senders=jnp.asarray([0, 1, 2]),
        receivers=jnp.asarray([1, 2, 0]),
        n_node=jnp.asarray([3]),
        n_edge=jnp.asarray([3]),
        globals=jnp.zeros((1, 1)),
    )
    network = jraph.GraphNetwork(
        update_edge_fn=lambda edges, senders, receivers, _: edges * senders,
        update_node_fn=lambda nodes, sent, received, _: nodes + received,
        update_global_fn=lambda nodes, edges, _: nodes + edges,
    )
    found = jax.jit(network)(graph)
    np.testing.assert_array_equal(found.nodes[:, 0], [2.0, 1.0, 3.0])
    np.testing.assert_array_equal(found.globals, [[9.0]])
    padded = jraph.pad_with_graphs(graph, n_node=8, n_edge=8, n_graph=3)
    assert padded.nodes.shape == (8, 1)
