"""Quoted words of commands, run in a real shell."""

from __future__ import annotations

import io
import subprocess

import pytest
from jaxlib_core.environment import shell
from jaxlib_core.output import neutral

WORDS = [
    "plain",
    "two words",
    'it\'s "so"',
    "a\nb",
    "tab\t7",
    "größe",
    "back\\slash\n1",
    "-",
    "",
    "$HOME\n",
    "e\udcff1",
]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("word", WORDS)
def test_a_shell_reads_the_word_as_it_is(word: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    quoted = shell.quote(word)
    assert neutral(quoted) == quoted
    # What is printed can be typed: nothing of it needs another encoding.
    typed = quoted.encode(encoding)
    done = subprocess.run([b"bash", b"-c", b"printf %s " + typed], capture_output=True, check=True)
    assert done.stdout == word.encode("utf-8", "surrogateescape")


def test_ordinary_words_are_quoted_as_ever() -> None:
    assert shell.join(["pip", "install", "jax>=0.1", "x y"]) == "pip install 'jax>=0.1' 'x y'"
