"""Whether the machine can run what is inside: there are no instructions here that some x86-64 lacks."""


def check_cpu_features() -> None:
    """Raise nothing: a plugin's own library is checked by the plugin."""
