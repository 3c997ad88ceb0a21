"""Terminal output: width, colours, a spinner, and Markdown rendered as text."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterable, Iterator
from typing import TextIO

#: Seconds before the spinner appears.
PATIENCE = 0.5
#: Below this width in columns, lines are not wrapped further.
_NARROWEST = 40


def coloured(out: TextIO) -> bool:
    """Whether to write colours: NO_COLOR decides, then FORCE_COLOR, then whether ``out`` is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return os.environ["FORCE_COLOR"] != "0"
    return out.isatty() and os.environ.get("TERM") != "dumb"


def width(out: TextIO) -> int:
    """The columns of the terminal ``out``, by COLUMNS or its own; 0 for a file, whose lines are not wrapped.

    COLUMNS does not imply a terminal: shells and runners such as nox pass it to programs that write a log.
    """
    return max(_NARROWEST, shutil.get_terminal_size().columns) if out.isatty() else 0


def wrapped(text: str, columns: int, indent: int = 0, following: int | None = None) -> list[str]:
    """``text`` as lines of at most ``columns`` characters; no word is broken, later lines begin at ``following``.

    ``columns`` of 0 means no limit.
    """
    first = " " * indent
    if not columns or len(first + text) <= columns:
        return [first + text]
    rest = first if following is None else " " * following
    lines = textwrap.wrap(
        text,
        columns,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def encodable(text: str, out: TextIO, otherwise: str) -> str:
    """``text``, or ``otherwise`` if the encoding of ``out`` cannot express it."""
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return otherwise
    return text


@contextlib.contextmanager
def spinner(doing: str, out: TextIO | None = None) -> Iterator[None]:
    """On a terminal, show after half a second that the block is still running; it erases itself at the end."""
    out = sys.stderr if out is None else out
    if out is None or not out.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_spin, args=(doing, out, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _spin(doing: str, out: TextIO, ended: threading.Event) -> None:
    if ended.wait(PATIENCE):
        return
    frames = encodable("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", out, "|/-\\")
    number = 0
    with contextlib.suppress(OSError):
        while not ended.wait(0.1):
            out.write(f"\r{frames[number % len(frames)]} {doing}\x1b[K")
            out.flush()
            number += 1
        out.write("\r\x1b[K")
        out.flush()


def meant(word: str, known: Iterable[str]) -> str:
    """A "did you mean" question with the word of ``known`` closest to ``word``, ignoring case; or ""."""
    import difflib

    spelled = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), list(spelled), 1, 0.6)
    return f"; did you mean {spelled[close[0]]}?" if close else ""


_EMPHASIS = {"bold": ("\x1b[1m", "\x1b[0m"), "code": ("\x1b[36m", "\x1b[0m"), "none": ("", "")}


def markdown(text: str, columns: int, *, colours: bool) -> str:
    """A Markdown page as text: headings, paragraphs, lists and code; links become their text."""
    lines: list[str] = []
    block: list[str] = []
    bold = _EMPHASIS["bold" if colours else "none"]

    def end() -> None:
        if block:
            whole = " ".join(block)
            marker = re.match(r"(?:[-*]|\d+\.) ", whole)
            folded = wrapped(_inline(whole, colours=False), columns, 0, len(marker[0]) if marker else 0)
            lines.extend(_inline(line, colours=colours) for line in folded)
            block.clear()

    fenced = False
    for line in text.split("\n"):
        if line.startswith("```"):
            end()
            fenced = not fenced
        elif fenced:
            lines.append(f"    {line}".rstrip())
        elif heading := re.match(r"#+ +(.*)", line):
            end()
            lines.append(f"{bold[0]}{heading[1]}{bold[1]}")
        elif not line.strip():
            end()
            lines.append("")
        elif line.startswith("|"):
            end()
            lines.append(line)
        else:
            if re.match(r"(?:[-*]|\d+\.) ", line):
                end()
            block.append(line.strip())
    end()
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def _inline(text: str, *, colours: bool) -> str:
    """Replace links by their text; with ``colours``, colour code in backticks, else keep the backticks."""
    text = re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", text)
    if not colours:
        return text
    before, after = _EMPHASIS["code"]
    return re.sub(r"`([^`]+)`", rf"{before}\1{after}", text)
