"""Entry point of the installed ``jaxlib`` script: runs the command, or explains why it cannot run.

This module lies beside the package, under a name that ``rm -rf jaxlib*`` does not match: after such a removal the
script is still on the path and prints a diagnosis, not a traceback. Imports are deferred to where they are needed,
because the standard library itself may be what is broken.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run the ``jaxlib`` command and return its exit status; 1 if the package ``jaxlib_core`` is gone."""
    if (python := _of_own_environment()) and not _go_on_with(python):
        return 1
    # A startup file (sitecustomize, .pth) may have set a recursion limit that is too low for an import.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000))
    _without_folder_of_scripts()
    # Import the package beside this file, even if another jaxlib_core comes first on the path: the doctor reports
    # that.
    folder = __file__.rpartition("/")[0]
    sys.path.insert(0, folder)
    try:
        from jaxlib_core.cli import main as command
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("jaxlib_core"):
            return unable(error)
        sys.stderr.write(_gone())
        return 1
    except Exception as error:
        return unable(error)
    finally:
        sys.path.remove(folder)
    try:
        return command()
    except Exception as error:
        return unable(error)


def _without_folder_of_scripts() -> None:
    """Remove the scripts' folder, which Python puts first on the path: one of its files is named pip."""
    import os

    if not sys.flags.safe_path and sys.path[:1] == [os.path.dirname(os.path.realpath(sys.argv[0]))]:
        del sys.path[0]


def _of_own_environment() -> str:
    """If the script starts the Python of another environment: the path of its own environment's Python; else "".

    The scripts of an environment that was copied or moved still start the Python that they were written for.
    """
    import os

    folder, name = os.path.split(os.path.realpath(sys.argv[0]))
    root = os.path.dirname(folder)
    marks = [os.path.join(root, mark) for mark in ("pyvenv.cfg", "conda-meta")]
    if name != "jaxlib" or not any(map(os.path.exists, marks)):
        return ""
    try:
        own = os.path.samefile(root, sys.prefix)
    except OSError:
        own = False
    return "" if own else os.path.join(folder, "python")


def _go_on_with(python: str) -> bool:
    """Replace this process by the command of ``python``; returns only if that fails: whether to continue here."""
    import os
    from shlex import join

    _complain(
        f"jaxlib: this script was copied and starts the Python of another environment, {sys.prefix}; "
        f"continuing with {python}\n"
        f"  note:   no script of this environment starts the right one: run {join([python, '-m', 'jaxlib_core'])}, "
        "or create the environment again\n"
    )
    try:
        os.execv(python, [python, "-m", "jaxlib_core", *sys.argv[1:]])  # noqa: S606
    except OSError as error:
        _complain(f"jaxlib: {python} does not start: {error.strerror}; create the environment again\n")
    return False


def _complain(text: str) -> None:
    # A path may hold characters that the terminal's encoding cannot express.
    sys.stderr.write(text.encode("utf-8", "surrogateescape").decode("ascii", "backslashreplace"))
    sys.stderr.flush()


def outside(folder: str) -> int:
    """Explain why this Python does not search ``folder``, where the command was run; returns the exit status."""
    import os
    from shlex import join

    root = os.path.dirname(os.path.dirname(os.path.dirname(folder)))
    name, version = os.path.basename(os.path.dirname(folder)), "python{}.{}".format(*sys.version_info)
    config = os.path.join(root, "pyvenv.cfg")
    own = os.path.join(root, "bin", "python")
    lines = [
        f"jaxlib: this Python, {sys.executable}, does not search {folder}, where jaxlib-core is installed."
    ]
    missing = "which does not name this Python" if os.path.exists(config) else "which is missing"
    dangling = [path for path in _pythons(os.path.dirname(own)) if not os.path.exists(path)]
    if os.path.exists(own) and os.path.dirname(sys.executable) != os.path.dirname(own):
        command = [own, "-E", os.path.join(folder, "jaxlib_core"), *sys.argv[1:]]
        lines += ["To examine that environment, run:", join(command)]
    elif name.startswith("python") and name != version:
        lines.append(
            f"  note:   the packages there are for {name}, and this is {version}: "
            "create the environment again, or use the Python that it was created with"
        )
    elif sys.flags.no_site:
        lines.append("  note:   Python was started with -S, and searches no installed packages")
    elif dangling or os.path.dirname(sys.executable) == os.path.dirname(own):
        if dangling:
            config, missing = own, "a link to a Python that is gone"
        # --without-pip: venv leaves the installed packages unchanged.
        created = join([os.path.realpath(sys.executable), "-m", "venv", "--without-pip", root])
        away = f"{join(['rm', *dangling])} && " if dangling else ""
        lines += [f"  where:  {config}, {missing}", "To fix it, run:", f"{away}{created}"]
    _complain("\n".join(lines) + "\n")
    return 1


def _pythons(folder: str) -> list[str]:
    """The names of interpreters in ``folder``, as paths; some may be links to nothing."""
    import os

    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.startswith("python")]


def unable(error: BaseException) -> int:
    """Explain why the command itself cannot run, and what to do; returns the exit status."""
    if sys.flags.dev_mode:
        raise error
    if _names_are_misread(error):
        _again_in_utf8()
    try:
        sys.stderr.write(_why(error))
    except Exception:
        raise error from None
    return 1


#: Set in the child that runs with UTF-8 file names, because this process decoded them as ASCII.
MISREAD = "JAXLIB_FILE_NAMES_MISREAD"


def _names_are_misread(error: BaseException) -> bool:
    """Whether Python decodes its own non-ASCII path as ASCII: it can then import no compiled module from there."""
    return isinstance(error, UnicodeError) and any("\udc80" <= letter <= "\udcff" for letter in sys.prefix)


def _again_in_utf8() -> None:
    """Run the command again with the setting that its diagnosis advises, so that it also finds other problems."""
    import os

    if MISREAD in os.environ:
        return
    environment = {**os.environ, "PYTHONUTF8": "1", MISREAD: sys.getfilesystemencoding()}
    try:
        os.execve(sys.executable, [sys.executable, "-m", "jaxlib_core", *sys.argv[1:]], environment)  # noqa: S606
    except OSError:
        return


def _why(error: BaseException) -> str:
    import os

    package = os.path.join(os.path.dirname(__file__), "jaxlib_core", "")
    python = os.path.join(os.path.dirname(os.__file__), "")

    def of_python(file: str) -> bool:
        return file.startswith(python) and f"{os.sep}site-packages{os.sep}" not in file

    frames, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames += [] if code.co_filename.startswith("<") else [(code.co_filename, code.co_name)]
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, "<module>"))
    # A function of the standard library is not at fault for its arguments; a module of it that fails to import is.
    while len(frames) > 1 and of_python(frames[-1][0]) and frames[-1][1] != "<module>":
        frames.pop()
    file = frames[-1][0] if frames else ""
    text = " ".join(str(error).split()).encode("ascii", "backslashreplace").decode()
    lines = [f"jaxlib: cannot continue: {type(error).__name__}: {text}", f"  where:  {file}"]
    lines += _advice(error, file, package, python=of_python(file))
    return "\n".join(lines) + "\n"


def _advice(error: BaseException, file: str, package: str, *, python: bool) -> list[str]:
    """What to do about ``error``, raised in ``file``; ``python``: whether that file is part of Python itself."""
    import os
    from shlex import join

    if isinstance(error, ModuleNotFoundError) and error.name in sys.stdlib_module_names:
        return [
            f"  note:   {error.name} is part of Python's standard library, and this Python, {sys.base_prefix},",
            "          was built or installed without it: install the system package that provides it,",
            "          or create the environment with another Python",
        ]
    if _out_of_memory(error):
        return _memory()
    if _names_are_misread(error):
        return [
            "  note:   Python decodes file names as ASCII here, and its own path has other characters:",
            "          it cannot import its own compiled modules; the command shows what else is wrong",
            "To fix it, run:",
            "export PYTHONUTF8=1",
        ]
    if variable := _loader_variable(error):
        return [
            f"  note:   {variable} makes the loader use other libraries than the system's; a trial showed that",
            "          the module can be imported without it; then run jaxlib doctor again",
            "To fix it, run:",
            f"unset {variable}",
        ]
    if python:
        return [
            "  note:   a module of Python's standard library does not work:",
            f"          reinstall this Python, {sys.executable},",
            "          or create the environment with another one",
        ]
    if closed := _unreadable(package):
        return [
            f"  note:   this user may not read {closed}: its owner has to run the following command",
            "To fix it, run:",
            join(["chmod", "-R", "a+rX", package.rstrip(os.sep)]),
        ]
    beside = os.path.dirname(os.path.abspath(__file__))
    if "marshal" in str(error):
        # Python accepts a .pyc file by its header alone, and only fails when it reads the code.
        command = join(["find", f"{beside}{os.sep}", "-name", "__pycache__", "-type", "d", "-prune"])
        return [
            "  note:   Python's cached bytecode is damaged; Python writes it again",
            "To fix it, run:",
            f"{command} -exec rm -rf {{}} +",
        ]
    if file.startswith(package) or file == __file__:
        more = "If that does not help, it is a bug in jaxlib-core: PYTHONDEVMODE=1 shows the traceback."
        return ["To fix it, run:", _install(), more]
    return ["To fix it, run:", join(["mv", file, f"{file}.off"])]


def _out_of_memory(error: BaseException) -> bool:
    import errno

    refused = "failed to map segment", "cannot allocate memory", "Cannot allocate memory"
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or any(text in str(error) for text in refused)
    )


def _memory() -> list[str]:
    """What to do about a process that was refused memory: raise the limit of the shell, if there is one."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return ["  note:   this machine, or the container that this runs in, has no memory left"]
    lines = [
        f"  note:   the limit of this shell's address space, ulimit -v {soft // 1024}, is too low for Python"
    ]
    if soft == hard:
        return [
            *lines,
            "          and can only be raised where it was set: start another shell or job without it",
        ]
    return [*lines, "To fix it, run:", f"ulimit -v {'unlimited' if hard == unlimited else hard // 1024}"]


def _loader_variable(error: BaseException) -> str:
    """LD_PRELOAD or LD_LIBRARY_PATH, if the module that ``error`` is about can be imported without it; else ""."""
    import os

    name = error.name if isinstance(error, ImportError) else None
    if not name or isinstance(error, ModuleNotFoundError) or not name.replace(".", "_").isidentifier():
        return ""
    for variable in ("LD_PRELOAD", "LD_LIBRARY_PATH"):
        if os.environ.get(variable):
            left = {key: value for key, value in os.environ.items() if key != variable}
            trial = [sys.executable, "-c", f"import {name}"]
            if _ends_well(trial, left):
                return variable
    return ""


def _ends_well(command: list[str], environment: dict[str, str]) -> bool:
    """Whether the command exits with status 0 within 20 seconds."""
    import os
    import time

    process = os.posix_spawn(command[0], command, environment)
    until = time.monotonic() + 20
    while time.monotonic() < until:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return status == 0
        time.sleep(0.01)
    os.kill(process, 9)
    os.waitpid(process, 0)
    return False


def _unreadable(package: str) -> str:
    """The first file or folder of ``package`` that this user may not read, or ""."""
    import os

    for folder, folders, files in os.walk(package):
        for name in folders:
            path = os.path.join(folder, name)
            if not os.access(path, os.R_OK | os.X_OK):
                return path
        for name in files:
            path = os.path.join(folder, name)
            if not os.access(path, os.R_OK):
                return path
    return ""


def _gone() -> str:
    from pathlib import Path

    folder = Path(__file__).parent
    return (
        f"jaxlib: the package of this command, jaxlib_core, is gone from {folder}; this script was left behind.\n"
        f"To fix it, run:\n{_install()}\n"
    )


def _install() -> str:
    """The command that installs jaxlib-core again."""
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec
    from shlex import join

    requirement = "jaxlib-core"
    for name in ("jaxlib-core", "jaxlib", "jax"):
        try:
            requirement = f"jaxlib-core=={version(name).partition('+')[0]}"
        except PackageNotFoundError:
            continue
        break
    install = [sys.executable, "-m", "pip", "install", "--force-reinstall"]
    if not find_spec("pip"):
        install = ["uv", "pip", "install", "--python", sys.executable, "--reinstall"]
    return join([*install, "--no-deps", requirement])
