"""The cases of each error code, and their texts."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from jaxlib_core import errors

from tests.unit.jaxlib_core.diagnoses.environment import (
    a_requirement_is_missing,
    cuda12_beside_cuda13,
    descriptor_damaged,
    descriptor_missing,
    descriptor_of_a_newer_schema,
    entry_points_damaged,
    files_of_jaxlib_lost,
    files_unreadable,
    jax_alone_was_upgraded,
    jax_was_upgraded_with_nothing_that_it_requires,
    jaxlib_core_does_not_import,
    jaxlib_is_not_installed,
    jaxlib_is_older,
    jaxlib_twice,
    metadata_gone,
    module_is_gone,
    plugin_in_an_archive,
    something_else_pulled_jax_down,
    something_else_pulled_jaxlib_down,
    upstreams_plugin_beside_ours,
)
from tests.unit.jaxlib_core.diagnoses.library import (
    api_too_new,
    api_too_old,
    extension_missing,
    library_altered,
    library_for_another_processor,
    library_is_no_shared_object,
    library_missing,
    library_mounted_noexec,
    library_not_loadable,
    library_replaced,
    library_truncated,
    library_unreadable,
    library_without_its_symbol,
    no_table,
    table_too_short,
    table_with_holes,
)
from tests.unit.jaxlib_core.diagnoses.machine import (
    driver_too_old,
    gpu_without_driver,
    gpu_without_kernels,
    kernels_lost,
    no_gpu,
    no_kernels_for_this_python,
    system_library_missing,
    vendor_library_is_a_decoy,
    vendor_library_loaded_before,
    vendor_library_missing,
    vendor_library_of_a_version_that_computes_wrongly,
    vendor_library_too_old,
)
from tests.unit.jaxlib_core.diagnoses.requests import (
    ffi_handler_of_a_newer_version,
    flag_that_the_library_does_not_know,
    order_of_libraries_that_means_nothing,
    policy_that_means_nothing,
    program_that_the_library_would_get_wrong,
    shape_that_does_not_exist,
    target_without_meaning,
    topology_that_the_library_refuses,
    variable_that_keeps_jax_from_working,
)
from tests.unit.jaxlib_core.diagnoses.scene import Case, open_scene
from tests.unit.jaxlib_core.diagnoses.trials import (
    a_file_of_numpys_name,
    a_program_fails,
    another_projects_plugin,
    check_without_time,
    client_refused,
    file_that_python_runs_when_it_starts,
    jax_does_not_import,
    jax_takes_too_long,
    library_ends_the_process,
    library_forks,
    library_hangs,
    making_a_client_ends_the_process,
    platform_that_nothing_serves,
)

CASES: dict[str, tuple[Case, ...]] = {
    "JLP001": (jaxlib_is_not_installed, jaxlib_core_does_not_import, a_requirement_is_missing),
    "JLP002": (module_is_gone,),
    "JLP003": (jaxlib_is_older,),
    "JLP004": (jax_alone_was_upgraded, jax_was_upgraded_with_nothing_that_it_requires),
    "JLP005": (something_else_pulled_jaxlib_down, something_else_pulled_jax_down),
    "JLP006": (upstreams_plugin_beside_ours, cuda12_beside_cuda13, jaxlib_twice),
    "JLP007": (descriptor_damaged,),
    "JLP008": (
        policy_that_means_nothing,
        flag_that_the_library_does_not_know,
        order_of_libraries_that_means_nothing,
        platform_that_nothing_serves,
        variable_that_keeps_jax_from_working,
    ),
    "JLP009": (ffi_handler_of_a_newer_version,),
    "JLP010": (target_without_meaning, shape_that_does_not_exist),
    "JLP011": (topology_that_the_library_refuses,),
    "JLP012": (no_gpu, gpu_without_driver),
    "JLP013": (driver_too_old,),
    "JLP014": (no_kernels_for_this_python, kernels_lost),
    "JLP015": (vendor_library_missing, system_library_missing),
    "JLP016": (vendor_library_too_old,),
    "JLP017": (vendor_library_loaded_before,),
    "JLP018": (library_missing,),
    "JLP019": (library_truncated,),
    "JLP020": (library_replaced, library_is_no_shared_object),
    "JLP021": (library_for_another_processor,),
    "JLP022": (library_without_its_symbol,),
    "JLP023": (library_not_loadable, extension_missing),
    "JLP024": (api_too_old,),
    "JLP025": (api_too_new,),
    "JLP026": (program_that_the_library_would_get_wrong,),
    "JLP040": (metadata_gone, entry_points_damaged),
    "JLP041": (files_of_jaxlib_lost,),
    "JLP042": (plugin_in_an_archive,),
    "JLP043": (descriptor_missing,),
    "JLP044": (descriptor_of_a_newer_schema,),
    "JLP045": (library_unreadable,),
    "JLP046": (library_altered,),
    "JLP047": (library_ends_the_process, making_a_client_ends_the_process),
    "JLP048": (library_hangs,),
    "JLP049": (library_forks,),
    "JLP050": (client_refused,),
    "JLP051": (jax_does_not_import,),
    "JLP052": (no_table,),
    "JLP053": (table_too_short,),
    "JLP054": (table_with_holes,),
    "JLP055": (vendor_library_is_a_decoy,),
    "JLP056": (gpu_without_kernels,),
    "JLP057": (files_unreadable,),
    "JLP058": (vendor_library_of_a_version_that_computes_wrongly,),
    "JLP059": (a_file_of_numpys_name,),
    "JLP060": (a_program_fails, jax_takes_too_long),
    "JLP061": (library_mounted_noexec,),
    "JLP062": (check_without_time,),
    "JLP063": (another_projects_plugin,),
    "JLP064": (file_that_python_runs_when_it_starts,),
}


def text_of(case: Case, folder: Path) -> tuple[str, str]:
    """The case's text, with nothing of this machine's own in it, and its code by the type that it has."""
    with open_scene(folder) as scene:
        diagnosis = case(scene)
        assert diagnosis is not None, f"{case.__name__} gives no diagnosis"
        match = re.search(r"\[(JLP[0-9]{3})\]$", str(diagnosis).splitlines()[0])
        assert match, f"{diagnosis}\nhas no code at the end of its first line"
        code = diagnosis.code if isinstance(diagnosis, errors.PluginError) else match[1]
        assert match[1] == code
        text = str(diagnosis).replace(str(scene.site.folder), ".../site-packages")
        return text.replace(str(scene.root), "").rstrip("\n"), code


def texts() -> dict[str, list[str]]:
    """Every text by its code."""
    made: dict[str, list[str]] = {}
    for code, cases in CASES.items():
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                text, found = text_of(case, Path(folder))
            assert found == code, f"{case.__name__} is a case of {found}, not of {code}"
            made.setdefault(code, []).append(text)
    return made
