"""What finding the plugins costs among hundreds of distributions: counted, as time says nothing on a busy machine.

benchmarks/plugin.py measures the time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import jaxlib_core
import pytest
from jaxlib_core.plugins import discovery

from tests.unit.jaxlib_core.site import Site

DISTRIBUTIONS = 500

#: Opened files and listed folders, as Python's own auditing reports them.
COUNT = """
import json, sys
import importlib.metadata, packaging.requirements, packaging.version
from jaxlib_core.checks import conflicts, hardware
from jaxlib_core.plugins import discovery
sys.path[:] = [sys.argv[1]]
seen = []
def hook(event, arguments):
    if event in {"open", "os.scandir", "os.listdir", "import", "ctypes.dlopen"}:
        seen.append((event, str(arguments[0])))
sys.addaudithook(hook)
found = discovery.installation()
first, seen = seen, []
discovery.installation()
print(json.dumps({"seen": first, "again": len(seen), "plugins": [p.descriptor.name for p in found.plugins]}))
"""


@pytest.fixture
def crowded(site: Site) -> Site:
    site.family()
    for name in ("cpu", "cuda12", "tpu"):
        site.plugin(name)
    for number in range(DISTRIBUTIONS - 6):
        info = site.distribution(f"some-{number}", "1.0", requires=("numpy",))
        (info / "RECORD").write_text("some/module.py,,\n" * 50)
        if number % 2:
            (info / "entry_points.txt").write_text(f"[console_scripts]\nsome-{number} = some.module:main\n")
    return site


def test_each_distribution_costs_one_look_and_no_library_is_read(crowded: Site) -> None:
    source = Path(jaxlib_core.__file__).parent.parent
    packages = next(path for path in map(Path, sys.modules["packaging"].__path__)).parent
    done = subprocess.run(
        [sys.executable, "-c", COUNT, str(crowded.folder)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": f"{source}:{packages}"},
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["plugins"] == ["cpu", "cuda12", "tpu"]
    opened = [path for event, path in data["seen"] if event == "open" and str(crowded.folder) in path]
    # Of each the entry points; of the family's three plugins their metadata and descriptors besides.
    assert len([path for path in opened if path.endswith("/entry_points.txt")]) <= DISTRIBUTIONS + 3
    others = [path for path in opened if not path.endswith("/entry_points.txt")]
    assert len(others) <= 3 * 5, others
    assert not [path for path in opened if path.endswith(".so")]
    listed = [path for event, path in data["seen"] if event != "open" and str(crowded.folder) in path]
    assert len(listed) <= 1 + 3, listed
    assert not [name for event, name in data["seen"] if event == "import" and name.startswith("jaxlib_c")]
    assert not [name for event, name in data["seen"] if event == "ctypes.dlopen"]
    assert data["again"] == 0, "what is installed is looked at once in a process"


def test_threads_at_once_find_the_same(crowded: Site) -> None:
    together = threading.Barrier(8)
    found: list[discovery.Discovery] = []

    def look() -> None:
        together.wait()
        found.append(discovery.discover())

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(plugin == found[0] for plugin in found)
    assert len(found[0].plugins) == 3
