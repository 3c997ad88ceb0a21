from __future__ import annotations

import json
from importlib import resources
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxlib_core.plugins import descriptor as descriptors

from tests.unit.jaxlib_core.site import descriptor


def schema(name: str) -> Any:
    return json.loads(
        resources.files("jaxlib_core.doctor.schemas").joinpath(f"{name}.schema.json").read_text("utf-8")
    )


def test_a_valid_descriptor_is_read_and_fits_the_published_schema() -> None:
    data = descriptor()
    jsonschema.validate(data, schema("plugin"))
    read = descriptors.parse(json.dumps(data))
    assert read.requirement == "jaxlib-cpu==0.10.2"
    assert read.library.pjrt_api == (0, 81)
    assert read.jaxlib.pjrt_api_minimum == (0, 29)
    assert read.drop_options == ((3, 3, 422),)
    assert read.drop_option_values == ((3, 3, 423, 5),)
    assert read.hardware is None
    chosen = {"xla_cpu_enable_fast_min_max": False, "xla_cpu_prefer_vector_width": "256"}
    data["compile_options"] = chosen
    jsonschema.validate(data, schema("plugin"))
    assert dict(descriptors.parse(json.dumps(data)).compile_options) == chosen


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"schema": "jaxlib.plugin/2"},
            "schema 'jaxlib.plugin/2', where this release reads 'jaxlib.plugin/1'",
        ),
        ({"name": None}, "key 'name': wanted a text, found None"),
        ({"version": ""}, "key 'version': wanted a text, found an empty one"),
        ({"library": 3}, "key 'library': wanted an object, found 3"),
        ({"drop_options": [[3, -1]]}, "key 'drop_options': wanted lists of field numbers, found [3, -1]"),
        ({"compile_options": {"a": 3}}, "key 'compile_options.a': wanted a text, true or false, found 3"),
        ({"gpu_architectures": [90]}, "key 'gpu_architectures': wanted texts, found 90"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(descriptors.InvalidDescriptor) as raised:
        descriptors.parse(json.dumps(descriptor() | changes))
    assert complaint in str(raised.value)


def test_nested_keys_are_named_with_their_path() -> None:
    data = descriptor()
    data["library"]["size"] = True
    with pytest.raises(descriptors.InvalidDescriptor, match=r"'library.size': wanted a whole number"):
        descriptors.parse(json.dumps(data))
    data = descriptor()
    data["jaxlib"]["pjrt_api_minimum"] = "0.29.1"
    with pytest.raises(descriptors.InvalidDescriptor, match=r"'jaxlib.pjrt_api_minimum': wanted MAJOR.MINOR"):
        descriptors.parse(json.dumps(data))


def test_the_published_schema_is_derived_from_the_types() -> None:
    published = (
        resources.files("jaxlib_core.doctor.schemas").joinpath("plugin.schema.json").read_text("utf-8")
    )
    assert published == descriptors.schema()  # python -m tools schema


def test_what_is_written_is_read_again_and_fits_the_schema() -> None:
    wheel = {"filename": "jax_cuda12_plugin-0.10.2-cp312-cp312-manylinux_2_27_x86_64.whl", "sha256": "1" * 64}
    data = descriptor() | {
        "hardware": {"name": "TPU", "pci": ["1ae0:0063"]},
        "libraries": [{"soname": "libcudnn.so.9", "distribution": "nvidia-cudnn-cu12", "optional": True}],
        "advisories": [
            {
                "summary": "x",
                "versions": {"libcudnn.so.9": "<9.1"},
                "requires": ["y"],
                "source": "z",
                "gpus": 2,
            }
        ],
        "kernels": {
            "package": "jax_cuda12_plugin",
            "modules": ["_solver"],
            "name": "jax-cuda12-plugin",
            "version": "0.10.2",
            "license": "Apache-2.0",
            "wheels": {"cp312": wheel},
        },
        "compile_options": {"xla_cpu_enable_fast_min_max": False},
    }
    read = descriptors.parse(json.dumps(data))
    text = descriptors.text(read)
    assert descriptors.parse(text) == read
    written = json.loads(text)
    jsonschema.validate(written, schema("plugin"))
    assert {key: written[key] for key in data} == data
    assert read.kernels is not None
    assert read.kernels.pythons == ("cp312",)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(key=st.sampled_from(sorted(descriptor())), value=json_values)
def test_any_value_under_any_key_is_read_or_refused(key: str, value: Any) -> None:
    complaint = ""
    try:
        descriptors.parse(json.dumps(descriptor() | {key: value}))
    except descriptors.InvalidDescriptor as error:
        complaint = str(error)
    assert not complaint or key in complaint


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(descriptors.InvalidDescriptor):
        descriptors.parse(text)
