"""What must hold of jaxlib_pjrt's compile cache, run by test_exported.py where there is no jax."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from typing import Any

import jaxlib_pjrt as pjrt
import numpy as np
from jaxlib_pjrt import cache as module

FOLDER = Path(tempfile.mkdtemp(prefix="jaxlib-cache-"))
CLIENT = pjrt.Client("cpu", cpu_device_count=2)
X: Any = np.arange(3, dtype=np.float32)
OPTIONS = pjrt.CompileOptions().serialize()


def program(number: float = 1.0) -> str:
    kind = "tensor<3xf32>"
    return f"""module @m {{ func.func public @main(%a: {kind}) -> {kind} {{
      %c = stablehlo.constant dense<{number}> : {kind}
      %r = stablehlo.add %a, %c : {kind}
      return %r : {kind} }} }}"""


def new(name: str, **options: Any) -> pjrt.CompileCache:
    return pjrt.CompileCache(FOLDER / name, **options)


def entries(cache: pjrt.CompileCache) -> list[Path]:
    return sorted(cache.folder.glob("*.executable"))


def works(executable: Any, number: float = 1.0) -> None:
    assert np.array_equal(np.asarray(executable(X)[0]), X + np.float32(number))


def check_the_second_time_it_is_found() -> None:
    cache = new("second")
    works(cache.compile(CLIENT, program()))
    works(cache.compile(CLIENT, program()))
    assert (cache.hits, cache.misses) == (1, 1)
    # In another process too, and for a program given as bytes.
    script = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\nimport cache_checks as c\n"
    script += f"k = c.pjrt.CompileCache({str(cache.folder)!r})\n"
    script += "c.works(k.compile(c.CLIENT, c.program().encode()))\n"
    script += "print(k.hits, k.misses)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1 0\n", done


def check_everything_that_matters_is_in_the_key() -> None:
    cache = new("key")
    keys = [
        cache.key(CLIENT, program(), OPTIONS),
        cache.key(CLIENT, program(2), OPTIONS),
        cache.key(
            CLIENT, program(), pjrt.CompileOptions(overrides={"xla_cpu_enable_fast_math": True}).serialize()
        ),
        cache.key(CLIENT, program(), OPTIONS, "hlo"),
        cache.key(pjrt.Client("cpu", cpu_device_count=1), program(), OPTIONS),
    ]
    os.environ["XLA_FLAGS"] = "--xla_cpu_enable_fast_math=false"
    keys.append(cache.key(CLIENT, program(), OPTIONS))
    del os.environ["XLA_FLAGS"]
    before = module.instruction_set
    setattr(module, "instruction_set", lambda *_: "another CPU")  # noqa: B010
    keys.append(cache.key(CLIENT, program(), OPTIONS))
    setattr(module, "instruction_set", before)  # noqa: B010
    hashed = module.CompileCache._library_hash
    setattr(module.CompileCache, "_library_hash", lambda *_: "another library")  # noqa: B010
    keys.append(cache.key(CLIENT, program(), OPTIONS))
    setattr(module.CompileCache, "_library_hash", hashed)  # noqa: B010
    assert len(set(keys)) == len(keys)
    assert cache.key(CLIENT, program(), OPTIONS) == keys[0]


def check_the_features_are_all_of_them() -> None:
    path = FOLDER / "cpuinfo"
    path.write_text("processor\t: 0\nflags\t\t: fpu avx2 avx512f\n\nprocessor : 1\nflags : fpu avx2\n")
    assert module.instruction_set(path).endswith(" avx2 avx512f fpu")
    path.write_text("Features : asimd sve\n")
    assert module.instruction_set(path).endswith(" asimd sve")


def check_a_library_that_changes_is_another_one() -> None:
    cache = new("library")
    library = FOLDER / "library.so"
    library.write_bytes(b"one")
    first = cache._library_hash(library)
    assert cache._library_hash(library) == first
    library.write_bytes(b"two")
    # As if it had been some time; a file system may count in seconds.
    os.utime(library, (0, 0))
    assert cache._library_hash(library) != first


def check_damaged_entries_are_compiled_anew() -> None:
    cache = new("damaged")
    works(cache.compile(CLIENT, program()))
    (entry,) = entries(cache)
    whole = entry.read_bytes()
    for damaged in (b"", whole[:40], whole[:-1], whole[:100] + b"!" + whole[101:], b"junk" * 999):
        entry.write_bytes(damaged)
        works(cache.compile(CLIENT, program()))
        assert entry.read_bytes()[:40] == whole[:40] or len(entry.read_bytes()) > 40
        works(cache.compile(CLIENT, program()))
    assert (cache.hits, cache.misses) == (5, 6)
    # A whole entry that the library does not take.
    cache._replace(entry, b"no executable at all")
    works(cache.compile(CLIENT, program()))
    assert cache.misses == 7


def check_it_stays_within_its_limit() -> None:
    cache = new("limit")
    works(cache.compile(CLIENT, program(9.0)), 9.0)
    (entry,) = entries(cache)
    size = entry.stat().st_size
    cache.limit = int(size * 3.5)
    for number in (1.0, 2.0):
        cache.compile(CLIENT, program(number))
        _age(cache)
    cache.compile(CLIENT, program(9.0))  # used again, so it stays longer
    for number in (3.0, 4.0):
        _age(cache)
        cache.compile(CLIENT, program(number))
    assert sum(path.stat().st_size for path in entries(cache)) <= cache.limit
    hits = cache.hits
    cache.compile(CLIENT, program(9.0))
    assert cache.hits == hits + 1
    assert not list(cache.folder.glob(".*"))
    tiny = new("tiny", limit=10)
    works(tiny.compile(CLIENT, program()))
    assert not entries(tiny)


def _age(cache: pjrt.CompileCache) -> None:
    """Make all entries older, as if a second went by: a file system may count no finer."""
    for path in entries(cache):
        before = path.stat().st_mtime_ns - 10**9
        os.utime(path, ns=(before, before))


def check_many_at_a_time() -> None:
    cache = new("many")
    errors: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            mine = pjrt.CompileCache(cache.folder, limit=100_000)
            for step in range(12):
                number = float((seed + step) % 5)
                works(mine.compile(CLIENT, program(number)), number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    assert not list(cache.folder.glob(".*"))


def check_a_folder_that_cannot_be_used_is_no_obstacle() -> None:
    (FOLDER / "file").write_text("in the way")
    cache = pjrt.CompileCache(FOLDER / "file" / "within")
    works(cache.compile(CLIENT, program()))
    assert cache.misses == 1


def check_programs_for_several_devices() -> None:
    cache = new("several")
    options = pjrt.CompileOptions(num_replicas=2)
    for _ in range(2):
        executable = cache.compile(CLIENT, program(), options)
        (shards,) = executable((X, X * 2))
        assert [np.asarray(shard).tolist() for shard in shards] == [(X + 1).tolist(), (X * 2 + 1).tolist()]
    assert (cache.hits, cache.misses) == (1, 1)


def main() -> None:
    results = {}
    for name, check in sorted(globals().items()):
        if name.startswith("check_"):
            try:
                check()
                results[name] = ""
            except Exception:
                results[name] = traceback.format_exc()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
