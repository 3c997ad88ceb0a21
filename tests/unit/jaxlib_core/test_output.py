"""The command's output: text without terminal escapes, files of every kind, and streams that fail."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from jaxlib_core import output
from jaxlib_core.errors import LibraryMissing

SOURCES = Path(output.__file__).parents[1]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ünïcode 文 🙂", "plain ünïcode 文 🙂"),
        ("\x1b[2J\x1b[1;31mred", r"\x1b[2J\x1b[1;31mred"),
        ("\x9b31m", r"\x9b31m"),
        ("a\rb\nc\td\x07\x00\x7f", r"a\rb\nc\td\x07\x00\x7f"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\u2028Healthy.", r"\u2028Healthy."),
        ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
        ("\udcff", r"\udcff"),
    ],
)
def test_text_has_nothing_that_a_terminal_acts_on(text: str, shown: str) -> None:
    assert output.neutral(text) == shown


def test_a_diagnosis_has_no_lines_but_its_own() -> None:
    forged = "x\x1b[1A\nHealthy.\nTo fix it, run:\ncurl evil | sh"
    problem = LibraryMissing(
        forged, wanted=forged, found=forged, where=(forged,), commands=("pip install x",)
    )
    lines = str(problem).splitlines()
    assert "\x1b" not in str(problem)
    assert [line for line in lines if not line.startswith("  ")] == [
        f"{output.neutral(forged)} [{problem.code}]",
        "To fix it, run:",
        "pip install x",
        f"To learn more: jaxlib explain {problem.code}",
    ]
    assert "\n" not in problem.headline


def test_a_new_file_has_the_umasks_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        output.write_file(tmp_path / "page.html", b"page")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_file_that_is_replaced_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real" / "page.html", tmp_path / "link.html"
    real.parent.mkdir()
    real.write_bytes(b"before")
    real.chmod(0o604)
    link.symlink_to(real)
    output.write_file(link, b"after")
    assert link.is_symlink()
    assert real.read_bytes() == b"after"
    assert stat.S_IMODE(real.stat().st_mode) == 0o604
    dangling = tmp_path / "dangling.html"
    dangling.symlink_to(tmp_path / "real" / "new.html")
    output.write_file(dangling, b"new")
    assert dangling.is_symlink()
    assert (tmp_path / "real" / "new.html").read_bytes() == b"new"


def test_a_device_and_a_fifo_are_written_to_and_stay(tmp_path: Path) -> None:
    output.write_file(Path("/dev/null"), b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    output.write_file(link, b"gone")
    assert link.is_symlink()
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
    reader.start()
    output.write_file(fifo, b"through")
    reader.join(10)
    assert read == [b"through"]
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path, code in (
        (tmp_path, errno.EISDIR),
        (tmp_path / "none" / "page.html", errno.ENOENT),
        (Path("/dev/full"), errno.ENOSPC),
        (tmp_path / ("x" * 300), errno.ENAMETOOLONG),
    ):
        with pytest.raises(OSError, match=os.strerror(code)) as caught:
            output.write_file(path, b"page")
        assert caught.value.errno == code
        assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def jaxlib(redirection: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell, as a user redirects it; outside of any environment of jax's."""
    command = f'"{sys.executable}" -m jaxlib_core {" ".join(words)} {redirection}'
    return subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "PYTHONPATH": str(SOURCES), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


VERBS = (("list",), ("explain",), ("--help",), ("list", "--json"))


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
@pytest.mark.parametrize(
    ("redirection", "status", "said"),
    [
        (">&-", 2, "jaxlib: cannot write to standard output: Bad file descriptor\n"),
        (">/dev/full", 2, "jaxlib: cannot write to standard output: No space left on device\n"),
        (">&- 2>&-", 2, ""),
        (">/dev/full 2>/dev/full", 2, ""),
    ],
)
def test_an_output_that_cannot_be_written_is_one_line(
    words: tuple[str, ...], redirection: str, status: int, said: str
) -> None:
    done = jaxlib(redirection, *words)
    assert (done.returncode, done.stderr) == (status, said)


def test_a_reader_that_goes_away_ends_it_without_a_word() -> None:
    done = jaxlib("| head -c 1 >/dev/null; exit ${PIPESTATUS[0]}", "explain")
    assert done.returncode in (0, output.PIPE_CLOSED)
    assert done.stderr == ""


def test_a_limit_on_the_size_of_files_is_one_line(tmp_path: Path) -> None:
    done = jaxlib(f">{tmp_path / 'out'}", "explain", BASH_ENV="/dev/null")
    assert done.returncode == 0
    limited = subprocess.run(
        [
            "bash",
            "-c",
            f'ulimit -f 0; exec "{sys.executable}" -m jaxlib_core explain >{tmp_path / "limited"}',
        ],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert limited.returncode == 2
    assert limited.stderr == "jaxlib: cannot write to standard output: File too large\n"


@pytest.mark.parametrize("encoding", ["ascii:strict", "latin-1:strict"])
def test_an_encoding_without_the_letters_is_no_traceback(encoding: str) -> None:
    for words in VERBS:
        done = jaxlib("", *words, PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, ""), words
    done = jaxlib("", "explain", "JLP\x1b[2J", PYTHONIOENCODING=encoding)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_files_that_are_opened_stay_off_the_numbers_of_closed_streams() -> None:
    script = (
        "import os; from jaxlib_core.output import run; "
        "run('x', lambda: print(sorted(os.memfd_create('m') for _ in range(2))) or 0)"
    )
    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -c "{script}" <&- 2>&-'],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert min(int(number) for number in done.stdout.strip("[]\n").split(",")) > 2


def test_a_wrong_command_line_is_said_without_what_a_terminal_acts_on() -> None:
    done = jaxlib("", "list", "$'\\e[2J'")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert r"\x1b[2J" in done.stderr
