"""A backend added as the README says: a few lines of data, a page of Python, and a library somebody built."""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Callable

import pytest

from plugins.common.compile import compile_shared
from tests.installed.conftest import finished, wheels
from tools import ROOT, build, manifest, stage
from tools.cache import Cache
from tools.environment import Environment

RELEASE = manifest.default_release()

LIBRARY = """
#include <string.h>
#include "pjrt_c_api.h"

struct PJRT_Error { int unused; };
static struct PJRT_Error none_here;

static void destroy(PJRT_Error_Destroy_Args *args) { (void)args; }
static void message(PJRT_Error_Message_Args *args) {
  args->message = "there is no Acme device in this machine";
  args->message_size = strlen(args->message);
}
static PJRT_Error *code(PJRT_Error_GetCode_Args *args) {
  args->code = PJRT_Error_Code_NOT_FOUND;
  return NULL;
}
static PJRT_Error *initialize(PJRT_Plugin_Initialize_Args *args) { (void)args; return NULL; }
static PJRT_Error *attributes(PJRT_Plugin_Attributes_Args *args) {
  args->num_attributes = 0;
  args->attributes = NULL;
  return NULL;
}
static PJRT_Error *create(PJRT_Client_Create_Args *args) { (void)args; return &none_here; }

// What is asked of a client, which there never is.
static PJRT_Error *absent(void *args) { (void)args; return &none_here; }

static PJRT_Api api = {
    .struct_size = sizeof(PJRT_Api),
    .pjrt_api_version = {.struct_size = sizeof(PJRT_Api_Version), .major_version = 0, .minor_version = 81},
    .PJRT_Error_Destroy = destroy,
    .PJRT_Error_Message = message,
    .PJRT_Error_GetCode = code,
    .PJRT_Plugin_Initialize = initialize,
    .PJRT_Plugin_Attributes = attributes,
    .PJRT_Client_Create = create,
};

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) {
  PJRT_Error *(*function)(void *) = absent;
  for (char *slot = (char *)&api.PJRT_Error_Destroy; slot < (char *)(&api + 1); slot += sizeof function) {
    static const void *const none = NULL;
    if (memcmp(slot, &none, sizeof none) == 0) memcpy(slot, &function, sizeof function);
  }
  return &api;
}
"""

PLUGIN = """
name = "acme2"
platform = "acme"
title = "Acme"
description = "Acme's accelerator, of the second kind."
artifact = "acme-pjrt"
"""

PAGE = '''
"""Acme's accelerator for jax."""


def initialize() -> None:
    """Offer this plugin to jax as its platform ``acme``."""
    from jaxlib_core import register

    register(__file__)
'''

USE = """
import json
import jax
try:
    jax.devices("acme")
except RuntimeError as error:
    print(json.dumps({"text": str(error)}))
"""


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("vendor")
    line = manifest.load(RELEASE)
    artifact = line.artifact("xla-cpu-pjrt")
    header = Cache().member(artifact.file("x86_64"), artifact.headers["pjrt_c_api"])
    (folder / "acme.c").write_text(LIBRARY)
    library = folder / "acme.so"
    compile_shared(
        [folder / "acme.c"], library, target=f"{platform.machine()}-linux-gnu.2.17", include=[header.parent]
    )

    plugins = folder / "plugins"
    shutil.copytree(
        ROOT / "plugins" / "common", plugins / "common", ignore=shutil.ignore_patterns("__pycache__")
    )
    module = plugins / "jaxlib-acme2" / "src" / "jaxlib_acme2"
    module.mkdir(parents=True)
    (module / "__init__.py").write_text(PAGE)
    (module.parent.parent / "plugin.toml").write_text(PLUGIN)
    (module.parent.parent / "README.md").write_text("# jaxlib-acme2\n")

    declared = folder / f"{RELEASE}.toml"
    declared.write_text(
        line.path.read_text("utf-8") + f'\n[[artifact]]\nname = "acme-pjrt"\nversion = "1.0"\nuse = "local"\n'
        f'license = "Apache-2.0"\npath = "{library}"\n[artifact.library]\npjrt_api = "0.81"\n'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stage, "PLUGINS", plugins)
        staged = stage.plugin("acme2", manifest.load_file(declared), platform.machine(), Cache())
    wheel = build.build(staged, folder)
    assert wheel.name == f"jaxlib_acme2-{RELEASE}-cp311-abi3-linux_{platform.machine()}.whl"
    wheels(RELEASE)
    return make(str(wheel), f"jaxlib-cpu=={RELEASE}")


def test_the_vendors_own_error_reaches_the_user(environment: Environment) -> None:
    text = finished(environment.run("-c", USE))["text"]
    assert "there is no Acme device in this machine" in text
    assert "acme" in text


def test_cpu_is_as_before_and_acme_is_not_opened(environment: Environment) -> None:
    script = (
        "import json, jax; d = jax.devices(); m = open('/proc/self/maps').read(); "
        "print(json.dumps({'platform': d[0].platform, 'opened': 'libjaxlib_acme2.so' in m}))"
    )
    done = environment.run("-c", script, environment={"JAX_PLATFORMS": "cpu"})
    assert finished(done) == {"platform": "cpu", "opened": False}


def test_doctor_tries_it_and_tells_its_own_words(environment: Environment) -> None:
    done = environment.run("-m", "jaxlib_core", "doctor", "--json")
    assert done.returncode == 1, done.stdout
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["kind"] == "ClientRefused"
    assert "there is no Acme device in this machine" in problem["found"]
