"""``jaxlib completion``: generates a shell's completion script from the command's own parser."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from jaxlib_core.errors import catalog

SHELLS = ("bash", "zsh", "fish")

_BASH = """_jaxlib() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{verbs}"
    else
        case ${{COMP_WORDS[1]}} in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _jaxlib jaxlib
"""


def script(shell: str, parser: argparse.ArgumentParser, others: Mapping[str, argparse.ArgumentParser]) -> str:
    """The text that ``shell`` is to read; to be put into its startup file, or evaluated there.

    ``others`` are parsers of verbs that another distribution has.
    """
    verbs = {name: _words(others.get(name, verb)) for name, verb in verbs_of(parser).items()}
    verbs["explain"] += catalog()
    if shell == "fish":
        lines = ["complete -c jaxlib -n __fish_use_subcommand -f -a " + repr(" ".join(verbs))]
        lines += [f"complete -c jaxlib -n __fish_use_subcommand -l {word[2:]}" for word in _options(parser)]
        lines += [
            f"complete -c jaxlib -n '__fish_seen_subcommand_from {name}' "
            + (f"-l {word[2:]}" if word.startswith("--") else f"-f -a {word}")
            for name, words in verbs.items()
            for word in words
        ]
        return "\n".join(lines) + "\n"
    cases = "\n".join(
        f'            {name}) words="{" ".join(words)}" ;;' for name, words in verbs.items() if words
    )
    text = _BASH.format(verbs=" ".join([*verbs, *_options(parser)]), cases=cases)
    return ("autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else "") + text


def verbs_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of each verb, by its name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [word for action in parser._actions for word in action.option_strings if word.startswith("--")]


def _words(verb: argparse.ArgumentParser) -> list[str]:
    values = [
        str(value)
        for action in verb._actions
        if action.choices and not action.option_strings
        for value in action.choices
    ]
    return [*_options(verb), *values]
