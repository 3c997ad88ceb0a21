"""What goes together: releases in real environments, and what jax uses of jaxlib."""
