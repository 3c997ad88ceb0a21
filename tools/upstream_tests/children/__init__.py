"""Scripts that run in the environments with the jaxlibs that are compared."""
