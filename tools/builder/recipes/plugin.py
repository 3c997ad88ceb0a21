"""The plugins: each consists of its plugin.toml, upstream's library, and the extension that all plugins share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import tomlkit
from jaxlib_core.plugins import descriptor, records
from packaging.version import Version

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Manifest, ManifestError
from tools.builder import definitions, variants
from tools.builder.bill import bill_of_materials, header_source, packed_sources
from tools.builder.description import described, project_urls
from tools.builder.resolve import Resolved, resolve, stated
from tools.builder.source_tree import VARIANT, Copied, Packed, Stage, legal, tree
from tools.elf import fatbin
from tools.interpreters import abi
from tools.wheels import sbom

#: jax's priority for a plugin that states none: above its own CPU and TPU backends, below its CUDA and ROCm ones.
PRIORITY = 400


def stage(
    name: str,
    release: Manifest,
    architecture: str,
    cache: Cache,
    gpu: Sequence[str] = (),
    *,
    wheel_variant: bool = False,
    free_threaded: bool = False,
) -> Stage:
    """The plugin ``name`` of ``release`` for ``architecture``; fetches and slims what it needs.

    With ``gpu`` it is a variant with kernels for only those architectures, labelled as in ``variants``, or a wheel
    variant (PEP 825), whose version has no label. With ``free_threaded``, it is the wheel for all free-threaded
    Pythons of the release, else that for all with the GIL.

    Raises:
        ManifestError, VariantError: As ``resolve``.
        ManifestError: ``free_threaded``, and the release has no such Python, or upstream no kernels for one.
    """
    pythons = definitions.free_threaded_pythons(release) if free_threaded else []
    if free_threaded and not pythons:
        raise ManifestError(
            f"jaxlib-{name} {release.release} has no wheel for free-threaded Pythons: the release serves none"
        )
    if free_threaded and (lacking := definitions.lacks_free_threaded(name, release, architecture)):
        raise ManifestError(
            f"jaxlib-{name} {release.release} has no wheel for free-threaded Pythons\n"
            f"  wanted: upstream's kernels for Python {', '.join(lacking)} on {architecture}\n"
            f"  found:  none in {definitions.plugin_facts(name)['kernels']}"
        )
    plugin = resolve(
        name, release, architecture, cache, gpu, wheel_variant=wheel_variant, free_threaded=free_threaded
    )
    module = f"jaxlib_{name}"
    folder = definitions.PLUGINS / f"jaxlib-{name}"
    files = _shared(module, release, cache) | described(folder, release.release) | legal()
    del files["plugin.toml"]
    files[f"src/{module}/py.typed"] = b""
    binaries, packed = _binaries(plugin)
    files |= binaries
    files[f"src/{module}/plugin.json"] = descriptor.text(describe(plugin)).encode()
    pyproject = _pyproject(plugin, _packages(plugin, files))
    abis = [abi(python) for python in pythons]
    if abis:
        pyproject["tool"]["jaxlib-plugin"]["free-threaded"] = abis
    tag = free_threaded_tag(abis) if abis else f"{definitions.ABI_FLOOR}-abi3"
    if urls := project_urls(folder, release.release):
        pyproject["project"]["urls"] = urls
    files["pyproject.toml"] = tomlkit.dumps(pyproject).encode()
    wheel = f"{module}-{plugin.version}-{tag}-{plugin.library.platform_tag}.whl"
    sources = [*packed_sources(packed, release), *local_source(plugin), header_source(release, cache)]
    metadata = bill_of_materials(f"jaxlib-{name}", plugin.version, pyproject, sources)
    if wheel_variant:
        metadata[VARIANT] = variants.wheel_variant(plugin.library.gpu_architectures).encode()
    return Stage(f"jaxlib-{name}", wheel, files, packed, plugin.label, metadata)


def free_threaded_tag(abis: Sequence[str]) -> str:
    """The tags of one wheel for several ABIs of free-threaded Pythons: ``cp313.cp314-cp313t.cp314t``."""
    return f"{'.'.join(each.removesuffix('t') for each in abis)}-{'.'.join(abis)}"


def _binaries(plugin: Resolved) -> tuple[dict[str, bytes | Copied], dict[str, Packed]]:
    """The library and the kernels: what is staged, and what is packed into the built wheel."""
    library, kernels = plugin.library, plugin.kernels
    module = f"jaxlib_{plugin.facts['name']}"
    files: dict[str, bytes | Copied] = {}
    packed: dict[str, Packed] = {}
    if isinstance(library.content, Packed):
        packed[f"{module}/{library.described.file}"] = library.content
    elif library.content:
        files[f"src/{module}/{library.described.file}"] = library.content
    if kernels:
        packed |= {f"{module}/{path}": content for path, content in kernels.packed.items()}
        for kernel in kernels.described.modules:
            files[f"src/{kernels.described.package}/{kernel}.py"] = _doorway(module)
    return files, packed


def _packages(plugin: Resolved, files: Iterable[str]) -> list[str]:
    """The plugin's module, the packages below it, and that of its kernels."""
    module = f"jaxlib_{plugin.facts['name']}"
    return [
        module,
        *sorted(
            path.removeprefix("src/").removesuffix("/__init__.py").replace("/", ".")
            for path in files
            if path.startswith(f"src/{module}/") and path.endswith("/__init__.py") and path.count("/") > 2
        ),
        *([plugin.kernels.described.package] if plugin.kernels else []),
    ]


def describe(plugin: Resolved) -> descriptor.Descriptor:
    """The descriptor that the plugin's wheel carries.

    Raises:
        ManifestError: A part of plugin.toml is wrong.
    """
    facts, release, library = plugin.facts, plugin.release, plugin.library

    def part(of: type[records.Record], key: str) -> records.Record | None:
        return stated(of, facts[key], facts, key) if key in facts else None

    driver = part(descriptor.Driver, "driver")
    if driver and library.zstd:
        driver = driver._replace(minimum=max(driver.minimum, fatbin.ZSTD_DRIVER, key=Version))
    advisories = (
        stated(descriptor.Advisory, advisory, facts, "advisories") for advisory in facts.get("advisories", ())
    )
    return descriptor.Descriptor(
        name=facts["name"],
        distribution=f"jaxlib-{facts['name']}",
        module=f"jaxlib_{facts['name']}",
        version=plugin.version,
        variant=plugin.version.partition("+")[2],
        platform=facts["platform"],
        priority=facts.get("priority", PRIORITY),
        title=facts["title"],
        architecture=plugin.architecture,
        library=library.described,
        jaxlib=descriptor.Jaxlib(
            release.release,
            release.pjrt_api_major,
            records.VERSION.read(release.pjrt_api_minimum, "pjrt_api_minimum"),
        ),
        provenance=library.provenance,
        hardware=part(descriptor.Hardware, "hardware"),
        driver=driver,
        libraries=plugin.vendor_libraries,
        folders=tuple(facts.get("folders", ())),
        advisories=tuple(
            advisory._replace(
                requires=tuple(text.format(release=release.release) for text in advisory.requires)
            )
            for advisory in advisories
        ),
        kernels=plugin.kernels.described if plugin.kernels else None,
        gpu_architectures=library.gpu_architectures,
        variants=variants.labels(facts["name"]),
        drop_options=tuple(map(tuple, facts.get("drop_options", ()))),
        drop_option_values=tuple(map(tuple, facts.get("drop_option_values", ()))),
        compile_options=tuple(facts.get("compile_options", {}).items()),
        workarounds=tuple(
            name
            for name, versions in facts.get("workarounds", {}).items()
            if library.provenance.version in versions
        ),
    )


def _doorway(module: str) -> bytes:
    """The source of the module that jax imports as a kernel module; it loads the one for the running Python."""
    return (
        f'"""jax imports this; it becomes the compiled module of {module} for the running Python."""\n\n'
        "from jaxlib_core.kernels import become\n\n"
        f'become(__name__, __file__, "{module}")\n'
    ).encode()


def _pyproject(plugin: Resolved, packages: list[str]) -> dict[str, Any]:
    facts, release = plugin.facts, plugin.release
    name, module = facts["name"], f"jaxlib_{facts['name']}"
    return {
        "build-system": {"requires": ["setuptools>=77", "ziglang"], "build-backend": "setuptools.build_meta"},
        "project": {
            "name": f"jaxlib-{name}",
            "version": plugin.version,
            "description": facts["description"],
            "readme": "README.md",
            "requires-python": release.python,
            "license": definitions.licence(release.artifact(facts["artifact"])),
            "license-files": ["LICENSE*", "NOTICE"],
            "authors": [{"name": "The jaxlib family authors"}],
            "keywords": ["jax", "jaxlib", "pjrt", "xla", facts["platform"]],
            "classifiers": [
                "Development Status :: 3 - Alpha",
                "Intended Audience :: Science/Research",
                "Operating System :: POSIX :: Linux",
                "Programming Language :: C",
                "Programming Language :: Python :: 3",
                "Programming Language :: Python :: Implementation :: CPython",
                "Topic :: Scientific/Engineering",
                "Typing :: Typed",
            ],
            "dependencies": [
                f"jaxlib-core=={release.release}",
                *(f"{name}{definitions.same_release(release.release)}" for name in ("jaxlib", "jax")),
                *plugin.requirements,
            ],
            "entry-points": {"jax_plugins": {name: module}},
        },
        "tool": {
            "setuptools": {
                "package-dir": {"": "src"},
                "packages": packages,
                "package-data": {module: ["plugin.json", "py.typed", "_pjrt.pyi", "*.so"]},
            },
            "jaxlib-plugin": {
                "module": module,
                "target": f"{plugin.architecture}-linux-gnu.{definitions.EXTENSION_GLIBC}",
                "platform_tag": plugin.library.platform_tag,
            },
        },
    }


def local_source(plugin: Resolved) -> list[sbom.Source]:
    """The origin, in the descriptor, of a library that somebody built and that is in no upstream wheel."""
    library = plugin.library
    if not isinstance(library.content, Copied):
        return []
    artifact = plugin.release.artifact(plugin.facts["artifact"])
    name = f"jaxlib_{plugin.facts['name']}/{library.described.file}"
    sha256 = library.described.sha256
    content = sbom.Content(name, sha256, library.content.source.name, sha256)
    return [sbom.Source(artifact.name, artifact.version, artifact.license, contents=(content,))]


def _shared(module: str, release: Manifest, cache: Cache) -> dict[str, bytes | Copied]:
    files = {
        name.replace("src/", f"src/{module}/", 1): content
        for name, content in tree(definitions.PLUGINS / "extension").items()
    }
    return {
        **files,
        definitions.PJRT_HEADER: definitions.pjrt_header(release, cache),
        f"src/{module}/py.typed": b"",
    }
