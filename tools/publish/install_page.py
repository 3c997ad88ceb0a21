"""The front page of a package index: install commands, which index has which name, which wheel serves which GPU."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

#: The placeholder for an index address that is not known.
ANYWHERE = "https://INDEX"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "pre{overflow-x:auto;background:#8882;padding:.75rem}table{border-collapse:collapse;display:block;overflow-x:auto}"
    "td,th{border:1px solid #8888;padding:.25rem .5rem;text-align:left}:root{color-scheme:light dark}"
)


def page(
    release: str,
    plugins: Sequence[str],
    labels: Mapping[str, Sequence[str]],
    gpus: Sequence[Sequence[str]],
    url: str = "",
    attested_by: str = "",
) -> str:
    """The page as HTML.

    Args:
        release: the newest release line that the index has.
        plugins: the distributions with a backend, of which a user chooses one.
        labels: the labels of variants' indexes, each with its distributions.
        gpus: the cells of the table of GPUs, its heading first; none where it is not known.
        url: the address of the index.
        attested_by: the repository, OWNER/NAME, whose workflow built the wheels, if they have attestations.
    """
    base = (url or ANYWHERE).rstrip("/")
    body = [
        "<h1>The jaxlib family</h1>",
        f"<p>JAX {escape(release)} by hardware: choose a backend, and install it with one command. "
        "jax itself, NumPy and the vendors' libraries come from the registry that your installer uses anyway.</p>",
        *_commands(base, release, plugins),
        *_indexes(base, plugins),
    ]
    if labels:
        body += _variants(base, labels)
    if gpus:
        body += ["<h2>Which wheel for which NVIDIA GPU</h2>", _table(gpus)]
    if attested_by:
        body += _provenance(attested_by)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>The jaxlib family</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n<body>\n'
        + "\n".join(body)
        + '\n<p><a href="simple/">All files</a></p>\n</body></html>\n'
    )


def constraints(release: str, files: Iterable[tuple[str, str, str, str]], url: str) -> str:
    """Constraints for pip that name each distribution of a release by its file and hash.

    Args:
        release: the release line.
        files: of each wheel its distribution, its filename, its SHA-256 and its environment marker, or nothing.
        url: where the files are.
    """
    lines = [f"jax=={release}"]
    for name, filename, sha256, marker in files:
        address = f"{name} @ {url.rstrip('/')}/{filename.replace('+', '%2B')}#sha256={sha256}"
        lines.append(f"{address} ; {marker}" if marker else address)
    return "".join(f"{line}\n" for line in lines)


def _indexes(base: str, plugins: Sequence[str]) -> list[str]:
    """Which index serves which name, for uv and for pip."""
    return [
        "<h2>Which index serves which name</h2>",
        "<p>uv takes a name from the first index that has it, and never looks further: with "
        "<code>--index</code> every distribution of the family comes from here, whatever version somebody else "
        "uploads under its name. pip has no such order: with <code>--extra-index-url</code> it takes the highest "
        "version of all indexes. Therefore give pip the constraints above: they name each distribution of the "
        "family by its file here and that file's hash, so that pip asks no index for it.</p>",
        "<p>In a <code>pyproject.toml</code> for uv:</p>",
        _pre(
            [
                "[[tool.uv.index]]",
                'name = "jaxlib-family"',
                f'url = "{base}/simple/"',
                "explicit = true",
                "",
                "[tool.uv.sources]",
                *(f'{name} = {{ index = "jaxlib-family" }}' for name in ("jaxlib", "jaxlib-core", *plugins)),
            ]
        ),
    ]


def _variants(base: str, labels: Mapping[str, Sequence[str]]) -> list[str]:
    return [
        "<h2>Smaller wheels for some GPUs</h2>",
        "<p>A variant has kernels for the GPUs of its label only, and an index of its own that has everything "
        "else, too: put its address in place of the one above, and add <code>--upgrade</code> where the whole "
        "wheel is installed already.</p>",
        _table(
            [
                ["label", "distributions", "address"],
                *([label, ", ".join(names), f"{base}/variants/{label}/"] for label, names in labels.items()),
            ]
        ),
    ]


def _provenance(attested_by: str) -> list[str]:
    return [
        "<h2>Who built a wheel</h2>",
        "<p>The pages here name a provenance for each wheel (PEP 740): what the workflow that built it signed. "
        "<code>pip download --no-deps</code> fetches a wheel, and its provenance is at the wheel's address "
        "with <code>.provenance</code> at the end. To verify it:</p>",
        _pre(
            [
                f"uvx pypi-attestations verify pypi --repository https://github.com/{attested_by} "
                "--provenance-file WHEEL.provenance WHEEL"
            ]
        ),
    ]


def _commands(base: str, release: str, plugins: Sequence[str]) -> list[str]:
    lines = []
    for name in plugins:
        lines += [
            f"uv pip install --index {base}/simple/ jax=={release} {name}",
            f"pip install --constraint {base}/constraints/{release}.txt jax {name}",
            "",
        ]
    return [_pre(lines[:-1])]


def _pre(lines: Iterable[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines), quote=False)}</pre>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    heading, *lines = rows
    text = ["<table>", f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in heading)}</tr>"]
    text += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in lines]
    return "\n".join([*text, "</table>"])
