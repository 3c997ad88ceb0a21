"""A release as a whole: a static package index, and its rehearsal on a registry of this machine."""
