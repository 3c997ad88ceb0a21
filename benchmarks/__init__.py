"""Benchmarks: times, memory and sizes of this repository's distributions, compared with upstream's."""

import tools as tools  # before the distributions that it makes importable
