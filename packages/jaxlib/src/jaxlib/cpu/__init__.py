"""What upstream's jaxlib has for its own CPU backend; jaxlib-cpu brings its own."""
