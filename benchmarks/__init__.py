"""Times, memory and sizes of this repository's distributions, measured beside upstream's."""
