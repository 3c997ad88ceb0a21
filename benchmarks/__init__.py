"""Benchmarks: times, memory and sizes of this repository's distributions, compared with upstream's."""
