"""The examples: the commands of their pages, in environments made of the family's wheels."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, finished, wheels
from tests.installed.page_reader import ExampleReader, commands, install, pins
from tools import DIST
from tools.builder import build
from tools.environments.venv import Environment


@pytest.fixture(scope="module")
def folder(temporary: Callable[[str], Path]) -> Path:
    return temporary("examples")


@pytest.fixture(scope="module")
def with_jax(folder: Path, make: Callable[..., Environment]) -> Environment:
    """What training and the FFI need, with the bindings-only jaxlib where it can be built."""
    wheels(RELEASE)
    jaxlib = [str(build.jaxlib(RELEASE, python=str(PYTHONS[COMMON])))] if build.has_compiler() else []
    environment = make(*jaxlib, f"jax=={RELEASE}", f"jaxlib-cpu=={RELEASE}")
    install(environment, "training", f"jax=={RELEASE}", *pins(folder))
    return environment


@pytest.fixture(scope="module")
def trained(folder: Path, with_jax: Environment) -> ExampleReader:
    reader = ExampleReader(folder, "training", with_jax)
    reader.follows_the_page()
    return reader


def test_training(trained: ExampleReader) -> None:
    assert {path.name for path in trained.folder.glob("digits.*")} == {"digits.bin", "digits.eqx"}


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler: the FFI's example is NOT TESTED")
def test_ffi(folder: Path, with_jax: Environment) -> None:
    ExampleReader(folder, "ffi", with_jax).follows_the_page()


@pytest.fixture(scope="module")
def server(
    folder: Path, make: Callable[..., Environment], trained: ExampleReader
) -> Iterator[tuple[ExampleReader, str]]:
    """The application, started as the page says, on a free port; and its address."""
    if not build.has_compiler():
        pytest.skip("no C++ compiler: the example of a server is NOT TESTED")
    build.wheel("pjrt", RELEASE)
    environment = make(f"jaxlib-pjrt=={RELEASE}")
    family = [f"jaxlib-{name}=={RELEASE}" for name in ("core", "cpu")]
    environment.install("--no-deps", "--find-links", str(DIST), *family)
    install(environment, "serving", f"jaxlib-pjrt=={RELEASE}", *pins(folder))
    reader = ExampleReader(folder, "serving", environment)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (command,) = (line for line in commands(reader.page) if line.endswith(" &"))
    log = folder / "server.log"
    with log.open("w") as output:
        running = subprocess.Popen(
            ["bash", "-c", "exec env " + command.removesuffix(" &").replace("8000", str(port))],
            cwd=reader.folder,
            env=reader.variables,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + 60
        while "Uvicorn running" not in log.read_text():
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield reader, f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


def test_serving(server: tuple[ExampleReader, str]) -> None:
    reader, address = server
    command = commands(reader.page)[-1].replace("http://127.0.0.1:8000", address)
    said = reader.types(command)
    reader.as_the_page_says(said)
    batches = re.search(r"60 images in (\d+) batches", said)
    assert batches
    assert int(batches[1]) < 60, "requests were computed together"


def test_the_server_computes_what_jax_does(server: tuple[ExampleReader, str], trained: ExampleReader) -> None:
    _, address = server
    pixels = [[(row * 8 + column) / 64 for column in range(8)] for row in range(8)]
    answer = ask(address, {"pixels": pixels})
    script = (
        "import json, sys, numpy; from jax import export; "
        "images = numpy.zeros((32, 8, 8), numpy.float32); images[0] = json.loads(sys.argv[2]); "
        "f = export.deserialize(bytearray(open(sys.argv[1], 'rb').read())); "
        "print(json.dumps({'probabilities': f.call(images)[0].tolist()}))"
    )
    path = str(trained.folder / "digits.bin")
    wanted = finished(trained.environment.run("-c", script, path, json.dumps(pixels)))["probabilities"]
    assert answer["probabilities"] == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("pixels", [[[0.5] * 8] * 7, [[0.5] * 7] * 8, [[2.0] * 8] * 8, [["a"] * 8] * 8, None])
def test_the_server_refuses_what_is_no_image(server: tuple[ExampleReader, str], pixels: object) -> None:
    with pytest.raises(HTTPError) as refused:
        ask(server[1], {"pixels": pixels})
    refused.value.close()
    assert refused.value.code == 422


def ask(address: str, body: object) -> dict[str, list[float]]:
    request = Request(f"{address}/digit", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as response:
        answer: dict[str, list[float]] = json.load(response)
    return answer
