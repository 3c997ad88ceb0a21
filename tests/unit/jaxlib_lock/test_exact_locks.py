"""Other locks as seeds, by path, by https or from git: their versions become lower bounds."""

from __future__ import annotations

import hashlib
import http.server
import json
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from jaxlib_lock import exact_locks, sources
from jaxlib_lock.errors import InvalidRequirements, LockError, UnknownRelease
from jaxlib_lock.host import Host
from jaxlib_lock.make import without_contradicted
from jaxlib_lock.seeds import Seed, Seeds

from tests.unit.jaxlib_lock.conftest import PYTHON, SEEDS, Command
from tests.unit.jaxlib_lock.registry import Registry

EXACT = {
    "requirements.txt": """# of another project
numpy==2.1 \\
    --hash=sha256:00
left==1.0 ; sys_platform == 'linux'
""",
    "uv.lock": """version = 1
[[package]]
name = "numpy"
version = "2.1"
source = { registry = "https://example.invalid/simple" }
[[package]]
name = "left"
version = "1.0"
source = { registry = "https://example.invalid/simple" }
resolution-markers = ["sys_platform == 'linux'"]
[[package]]
name = "host"
version = "7"
source = { virtual = "." }
""",
    "pylock.toml": """lock-version = "1.0"
created-by = "somebody"
[[packages]]
name = "numpy"
version = "2.1"
[[packages]]
name = "left"
version = "1.0"
marker = "sys_platform == 'linux'"
""",
}


@pytest.mark.parametrize("name", EXACT)
def test_every_form_gives_the_same_bounds(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(EXACT[name], "utf-8")
    lock = exact_locks.read(str(tmp_path / name))
    assert {bound.replace("(", "").replace(")", "").replace('"', "'") for bound in lock.bounds} == {
        *("numpy>=2.1", "left>=1.0 ; sys_platform == 'linux'")
    }
    assert (lock.source, lock.sha256) == (name, hashlib.sha256(EXACT[name].encode()).hexdigest())


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("requirements.txt", "numpy>=2\n", "not an exact version"),
        ("requirements.txt", "numpy==2.*\n", "not an exact version"),
        ("requirements.txt", "# nothing\n", "locks no packages"),
        ("pyproject.toml", '[project]\nname = "x"\n', "is not a lock"),
        ("uv.lock", "version = [", "not valid TOML"),
    ],
)
def test_what_is_not_an_exact_lock(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InvalidRequirements, match=words):
        exact_locks.read(str(tmp_path / name))


def test_a_package_by_address_has_no_bound_and_is_noted(tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("numpy==2.1\nleft @ https://example.invalid/left.whl\n", "utf-8")
    lock = exact_locks.read(str(tmp_path / "r.txt"))
    assert lock.bounds == ("numpy>=2.1",)
    assert "no lower bound for left" in lock.notes[0]


def test_a_seed_bounds_what_a_release_does_not_decide(command: Command, registry: Registry) -> None:
    for version in ("1.0", "2.0"):
        registry.add("model", version)
    seed = command.folder / "seed.txt"
    # Another jax, and what this hardware must not have, are the release's matter.
    seed.write_text("model==2.0\njax==0.2\nlibtpu==9.0\njaxlib-cpu==0.2\nnumpy==2.1\n", "utf-8")
    folder = command.make("model<3", more=("--seed", str(seed)))
    record = json.loads((folder / "lock.json").read_text())
    assert record["seed"]["bounds"] == ["model>=2.0", "numpy>=2.1"]
    assert record["seed"]["files"] == {"seed.txt": hashlib.sha256(seed.read_bytes()).hexdigest()}
    assert "model==2.0\n" in (folder / "requirements.lock.txt").read_text()
    assert command.try_make("model<2", out="other", more=("--seed", str(seed))) == 2
    assert "model>=2.0: seed.txt" in command.err


@pytest.mark.parametrize(
    "setting", ['constraint-dependencies = ["part<2"]', 'override-dependencies = ["part==1.5"]']
)
def test_the_projects_settings_prevail_over_a_seeds_bounds(
    command: Command, registry: Registry, setting: str
) -> None:
    """Otherwise `whole` would be the version from before it required `part`, and nothing would say so."""
    registry.add("whole", "1.0")
    registry.add("whole", "9.0", "part")
    for version in ("1.5", "3.0"):
        registry.add("part", version)
    seed = command.folder / "seed.txt"
    seed.write_text("whole==1.0\npart==2.5\n", "utf-8")
    project = command.folder / "pyproject.toml"
    project.write_text(
        f'[project]\nname = "p"\nversion = "1"\ndependencies = ["whole"]\n[tool.uv]\n{setting}\n', "utf-8"
    )
    folder = command.make(more=("--requirements", str(project), "--seed", str(seed)))
    locked = (folder / "requirements.lock.txt").read_text()
    assert "whole==9.0\n" in locked
    assert "part==1.5\n" in locked
    assert "excludes the seed's part>=2.5, which is left out" in command.out
    assert json.loads((folder / "lock.json").read_text())["seed"]["bounds"] == ["whole>=1.0"]
    assert command("verify", folder, "--newest") == 0


@pytest.mark.parametrize(
    ("specifiers", "ends"),
    [
        ("<2", True),
        ("<=1.9", True),
        ("<=2", False),
        ("==1.*", True),
        ("==2.*", False),
        ("~=1.4", True),
        ("~=2.0", False),
        ("===1.0", True),
        (">=3", False),
        ("==3.0", False),
        (">1,<2", True),
        ("!=2", False),
        ("", False),
    ],
)
def test_what_excludes_a_lower_bound(specifiers: str, ends: bool) -> None:
    host = Host(constraints=[(f"part{specifiers}", "pyproject.toml")])
    seed = Seed("1.0", "cpu", ">=3.12", (), (), (), bounds=("part>=2",))
    assert without_contradicted(seed, host)[0].bounds == (() if ends else ("part>=2",))


def test_a_former_lock_of_ours(command: Command, registry: Registry) -> None:
    former = command.make("numpy", out="former")
    registry.add("numpy", "2.2")
    folder = command.make("numpy", more=("--seed", str(former)))
    assert json.loads((folder / "lock.json").read_text())["seed"]["bounds"] == ["numpy>=2.1"]
    assert command("upgrade", folder, "--release", "0.2", "--json") == 0
    assert json.loads((folder / "lock.json").read_text())["seed"]["bounds"] == ["numpy>=2.1"]


def test_upstreams_lock_of_the_release(command: Command) -> None:
    seed = command.folder / "seed.txt"
    seed.write_text("model==1.0\n", "utf-8")
    folder = command.make("numpy", more=("--seed", "upstream", "--seed", str(seed)))

    def recorded() -> dict[str, object]:
        record = json.loads((folder / "lock.json").read_text())["seed"]
        return {"bounds": record["bounds"], "files": record["files"]}

    hashes = {"seed.txt": hashlib.sha256(seed.read_bytes()).hexdigest()}
    assert recorded() == {
        "bounds": ["numpy>=2.0", 'left>=1.0 ; sys_platform == "linux"', "model>=1.0"],
        "files": {"jax-v0.1:lock.txt": "of 0.1", **hashes},
    }
    assert command("verify", folder) == 0
    # An upgrade takes the new release's, and keeps the other seeds.
    assert command("upgrade", folder, "--release", "0.2") == 0, command.err
    assert recorded() == {
        "bounds": ["model>=1.0", "numpy>=2.1"],
        "files": {**hashes, "jax-v0.2:lock.txt": "of 0.2"},
    }
    assert command("verify", folder) == 0


def test_upstream_has_no_lock_for_the_python(command: Command) -> None:
    status = command.try_make("numpy", more=("--seed", "upstream", "--python", "3.98"))
    assert status == 2
    assert "Upstream has no lock for release 0.1 and Python 3.98" in command.err
    assert f"Python {PYTHON}" in command.err
    with pytest.raises(UnknownRelease, match=r"none for release 0\.3"):
        Seeds(SEEDS).upstream("0.3", PYTHON)


@pytest.mark.parametrize("filters", ["true", "false"])
def test_a_file_at_a_commit(tmp_path: Path, filters: str) -> None:
    repository = tmp_path / "repository"
    (repository / "build").mkdir(parents=True)
    (repository / "build/lock.txt").write_text("numpy==2.1\n", "utf-8")

    def git(*arguments: str) -> str:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
        done = subprocess.run(
            ["git", *identity, *arguments], cwd=repository, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    git("init", "--quiet")
    git("config", "uploadpack.allowFilter", filters)
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    git("add", ".")
    git("commit", "--quiet", "-m", "lock")
    commit = git("rev-parse", "HEAD")
    (repository / "build/lock.txt").write_text("numpy==9.9\n", "utf-8")
    git("commit", "--quiet", "-am", "newer")
    address = f"git+{repository.as_uri()}@{commit}#build/lock.txt"
    assert exact_locks.read(address).bounds == ("numpy>=2.1",)
    for wrong, words in (
        (address.replace(commit, "main"), "does not name a file at a commit"),
        (address.replace("lock.txt", "none.txt"), "can't be downloaded"),
        (address.replace(commit, "0" * 40), "can't be downloaded"),
    ):
        with pytest.raises(InvalidRequirements, match=words):
            exact_locks.read(wrong)
    with pytest.raises(LockError, match="--offline"):
        exact_locks.read(address, offline=True)


@pytest.fixture
def https(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server of ``tmp_path/served``, whose certificate is trusted here."""
    (tmp_path / "served").mkdir()
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "1",
                "-subj",
                "/CN=localhost",
            ),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(tmp_path / "served"))  # type: ignore[arg-type]

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("localhost", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"https://localhost:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_files_by_https_are_recorded_with_their_hash(command: Command, https: str) -> None:
    served = command.folder / "served"
    (served / "requirements.txt").write_text("numpy\n-c bounds.txt\n", "utf-8")
    (served / "bounds.txt").write_text("numpy<2.1\n", "utf-8")
    out = command.folder / "lock"
    fixed = ("--hardware", "cpu", "--python", PYTHON, "--release", "0.1", "--out", out)
    secret = https.replace("://", "://user:secret@")
    assert command("make", "--requirements", f"{https}/requirements.txt", *fixed) == 0, command.err
    assert "numpy==2.0\n" in (out / "requirements.lock.txt").read_text()
    assert json.loads((out / "lock.json").read_text())["fetched"] == {
        f"{https}/{name}": hashlib.sha256((served / name).read_bytes()).hexdigest()
        for name in ("requirements.txt", "bounds.txt")
    }
    assert command("make", "--requirements", f"{secret}/none.txt", *fixed[:-1], command.folder / "other") == 2
    assert "secret" not in command.err


def test_what_is_not_https_is_not_fetched() -> None:
    with pytest.raises(InvalidRequirements, match="begins with https://"):
        sources.read("http://localhost:1/requirements.txt")
