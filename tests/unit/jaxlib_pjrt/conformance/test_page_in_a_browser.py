"""The page of a conformance run in Chromium, in a frame of a phone's width and in a wide one, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from jaxlib_pjrt.conformance import library, report

from tests.unit.jaxlib_core.doctor.test_html_in_a_browser import BROWSER, measured
from tools.environments import browser

pytestmark = pytest.mark.skipif(BROWSER is None, reason=browser.MISSING)

REASON = "PJRT_Client_Create gave INVALID_ARGUMENT: an_identifier_of_a_library_without_any_place_to_break_it"


def page() -> str:
    """The page of a run with every outcome, for a library with a long name."""
    name = "libpjrt_plugin_of_some_vendor.so"
    checks = [
        {
            "group": group,
            "name": f"a_check_with_a_long_name_{outcome}",
            "rule": "A rule of the PJRT C API, as the page tells it.",
            "outcome": outcome,
            "reason": REASON if outcome == "FAIL" else "",
            "seconds": 0.1,
        }
        for group in library.GROUPS
        if group != "ops"
        for outcome in report.OUTCOMES
    ]
    return report.as_html(
        {
            "library": {
                "name": name,
                "path": f"/home/you/env/lib/python3.12/site-packages/{name}",
                "bytes": 1,
            },
            "options": {},
            "topology": "",
            "jaxlib_pjrt": "0.10.2",
            "python": "3.12.1",
            "machine": "Linux x86_64",
            "began": "2026-01-01T00:00:00Z",
            "seconds": 1.0,
            "counts": {outcome: len(checks) // 3 for outcome in report.OUTCOMES},
            "checks": checks,
        }
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1300])
def test_the_page_fits_and_can_be_read(tmp_path: Path, width: int, dark: bool) -> None:
    said = measured(page(), tmp_path, width, dark=dark)
    assert (said["width"], said["dark"]) == (width, dark)
    assert said["wide"] == said["clipped"] == said["broken"] == said["faint"] == []
    assert said["links"] == 0
