"""The API's pages: every public name of the three packages, from their sources, stubs and docstrings.

A name is public if no part of it begins with an underscore. Each package and subpackage has a page, with a section
for each of its modules. A name that a package exports has its entry in the package's section, whichever module
defines it. A public module, class, function, method or property without a docstring is an error.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Iterator
from types import ModuleType

import griffe

from tools import ROOT
from tools.docs.site.staging import GENERATED, parts, tree

PACKAGES = ("jaxlib_core", "jaxlib_pjrt", "jaxlib_lock")
FOLDER = f"{GENERATED}api"
#: The longest value of a constant that is shown.
LONGEST = 100
#: Methods of Python's protocols, which need no docstring.
_OPERATORS = "__call__"

Native = dict[str, str]


class Undocumented(Exception):
    """Public names without a docstring, one in each line."""


def pages(native: ModuleType) -> dict[str, str]:
    """The pages, by their paths; ``native`` is jaxlib-pjrt's compiled module, for the docstrings of its members.

    Raises:
        Undocumented: Public names without a docstring.
    """
    # griffe warns of types that a docstring does not repeat from the signature.
    logging.getLogger("griffe").setLevel(logging.ERROR)
    undocumented: list[str] = []
    written: dict[str, str] = {}
    for package in PACKAGES:
        folder = ROOT / "packages" / package.replace("_", "-") / "src"
        loader = griffe.GriffeLoader(search_paths=[folder])
        root = loader.load(package)
        loader.resolve_aliases(implicit=True, external=False)
        assert isinstance(root, griffe.Module)
        pages = _Pages(root, _docstrings(native))
        written |= {f"{FOLDER}/{path}.md": text for path, text in pages.written().items()}
        undocumented += pages.undocumented
    if undocumented:
        raise Undocumented("\n".join(f"{name}: public, and has no docstring" for name in undocumented))
    return written


def _docstrings(native: ModuleType) -> Native:
    """The docstrings of the compiled module's classes and their members; signatures are in the stub."""
    found: Native = {}
    for name, value in vars(native).items():
        if isinstance(value, type):
            found[name] = inspect.cleandoc(value.__doc__ or "")
            for member, content in vars(value).items():
                text = inspect.cleandoc(getattr(content, "__doc__", None) or "")
                found[f"{name}.{member}"] = re.sub(rf"\A{re.escape(member)}\(.*\n*|\A\(.*\n*", "", text)
    return found


class _Pages:
    """The pages of one package."""

    def __init__(self, root: griffe.Module, native: Native) -> None:
        self._root, self._native = root, native
        self._exports: dict[str, str] = {}
        self.undocumented: list[str] = []

    def written(self) -> dict[str, str]:
        """The text of each page, by its package."""
        for name in self._root.exports or ():
            member = self._root.members.get(str(name))
            if isinstance(member, griffe.Alias):
                self._exports[member.target_path] = f"{self._root.path}.{name}"
        packages = [
            package for package in self._modules(self._root) if package.is_package or package.is_subpackage
        ]
        pages = {package.path: self._page(package) for package in packages}
        beneath = [package.path for package in packages if package is not self._root]
        pages[self._root.path] += tree(beneath, hidden=True) if beneath else ""
        return pages

    def _modules(self, module: griffe.Module) -> Iterator[griffe.Module]:
        yield module
        for name, child in sorted(module.modules.items()):
            if not name.startswith("_") and isinstance(child, griffe.Module):
                yield from self._modules(child)

    def _page(self, package: griffe.Module) -> str:
        """A package's page: its own names, then those of its modules."""
        lines = [f"# {package.path}", "", *self._module(package)]
        for name, child in sorted(package.modules.items()):
            if not name.startswith("_") and isinstance(child, griffe.Module) and not child.is_subpackage:
                lines += [f"## {child.path}", "", *self._module(child)]
        return "\n".join(lines) + "\n"

    def _module(self, module: griffe.Module) -> Iterator[str]:
        yield from [
            f"```{{py:module}} {module.path}",
            "```",
            "",
            *self._documentation(module, module.path),
            "",
        ]
        for name, member in _public(module):
            path, target = f"{module.path}.{name}", member
            if isinstance(member, griffe.Alias):
                try:
                    target = member.final_target
                except griffe.AliasResolutionError:
                    continue
            home = self._home(target)
            if home != path and (home in self._exports.values() or not _private(home)):
                yield from [f"`{name}` is {{py:obj}}`{home}`.", ""]
            elif isinstance(target, griffe.Object) and not target.is_module:
                yield from [*self._entry(target, path, 6), ""]

    def _home(self, target: griffe.Object | griffe.Alias) -> str:
        """The anchor of an entry."""
        return self._exports.get(target.path, target.path)

    def _entry(self, member: griffe.Object, path: str, fence: int, owner: str = "") -> list[str]:
        """The entry of a name and of its members."""
        ticks = "`" * fence
        name = path.removeprefix(f"{owner}.") if owner else path.rpartition(".")[2]
        kind, signature, options = self._signature(member, in_class=bool(owner))
        body = list(self._documentation(member, path))
        if member.is_class:
            for child_name, child in _public(member):
                assert isinstance(child, griffe.Object)
                body += [*self._entry(child, f"{path}.{child_name}", fence - 1, path), ""]
        head = [f"{ticks}{{py:{kind}}} {name}{signature}"]
        if not owner:
            head.append(f":module: {path.rpartition('.')[0]}")
        return [*head, *options, "", *body, ticks]

    def _signature(self, member: griffe.Object, *, in_class: bool) -> tuple[str, str, list[str]]:
        """The directive of a member, its signature, and its options."""
        if isinstance(member, griffe.Class):
            init = member.members.get("__init__")
            parameters = self._parameters(init) if isinstance(init, griffe.Function) else ""
            return "class", f"({parameters})" if parameters else "", []
        if isinstance(member, griffe.Function):
            returns = f" -> {self._type(member.returns)}" if member.returns is not None else ""
            options = [
                f":{name}:" for name in ("classmethod", "staticmethod", "async") if name in member.labels
            ]
            return "method" if in_class else "function", f"({self._parameters(member)}){returns}", options
        assert isinstance(member, griffe.Attribute)
        annotation = [f":type: {self._type(member.annotation)}"] if member.annotation is not None else []
        if "property" in member.labels:
            return "property", "", annotation
        # A value that __init__ assigns is usually a parameter, which is not shown.
        told = member.value is not None and (not in_class or "class-attribute" in member.labels)
        value = " ".join(str(member.value).split()) if told else ""
        shown = [f":value: {value}"] if value and len(value) <= LONGEST else []
        return "attribute" if in_class else "data", "", [*annotation, *shown]

    def _parameters(self, function: griffe.Function) -> str:
        """The parameters as in the source, without ``self``."""
        kinds = griffe.ParameterKind
        written: list[str] = []
        before: griffe.ParameterKind | None = None
        for index, parameter in enumerate(function.parameters):
            kind = parameter.kind
            if before is kinds.positional_only and kind is not before and written:
                written.append("/")
            if kind is kinds.keyword_only and before not in {kinds.keyword_only, kinds.var_positional}:
                written.append("*")
            before = kind
            if index == 0 and parameter.name in {"self", "cls"}:
                continue
            stars = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(
                kind or kinds.positional_or_keyword, ""
            )
            text = stars + parameter.name.lstrip("*")
            typed = parameter.annotation is not None
            text += f": {self._type(parameter.annotation)}" if typed else ""
            if parameter.default is not None and not stars:
                text += f" = {parameter.default}" if typed else f"={parameter.default}"
            written.append(text)
        if before is kinds.positional_only and written:
            written.append("/")
        return ", ".join(written)

    def _type(self, annotation: str | griffe.Expr | None) -> str:
        """An annotation, in which these packages' public types have their full names, so that they become links."""
        if not isinstance(annotation, griffe.Expr):
            return str(annotation)
        written: list[str] = []
        for part in annotation.iterate(flat=True):
            name = part if isinstance(part, str) else str(part)
            if isinstance(part, griffe.ExprName) and part.canonical_path.startswith(PACKAGES):
                path = self._exports.get(part.canonical_path, part.canonical_path)
                name = self._meaning(path, name) if _private(path) else path
            written.append(name)
        return "".join(written)

    def _meaning(self, path: str, name: str) -> str:
        """The type that a private alias stands for; any other name unchanged."""
        try:
            target = self._root.modules_collection[path]
        except KeyError:
            return name
        alias = isinstance(target, griffe.Attribute) and str(target.annotation) == "TypeAlias"
        return self._type(target.value) if alias else name

    def _documentation(self, member: griffe.Object, path: str) -> Iterator[str]:
        text = inspect.cleandoc(member.docstring.value) if member.docstring else ""
        module, _, within = member.path.partition("._native.")
        if within and module:
            text = self._native_text(within)
        if not text:
            text = _comment(member)
        if not text and not _is_field(member):
            self.undocumented.append(path)
        yield from _markdown(text)

    def _native_text(self, within: str) -> str:
        owner, _, name = within.rpartition(".")
        # The stub has a common base class, but at run time each class has the methods itself.
        candidates = [within, *(f"{kind}.{name}" for kind in ("Executable",) if owner == "_Queries")]
        return next((self._native[key] for key in candidates if self._native.get(key)), "")


def _private(path: str) -> bool:
    return any(part.startswith("_") for part in path.split("."))


def _public(owner: griffe.Object) -> Iterator[tuple[str, griffe.Object | griffe.Alias]]:
    """The public members of a module or class, including those of private base classes."""
    exported = {str(name) for name in owner.exports or ()} if owner.is_module else set()
    members: dict[str, griffe.Object | griffe.Alias] = dict(owner.members)
    if isinstance(owner, griffe.Class):
        for base in owner.resolved_bases:
            if base.name.startswith("_"):
                members = {**base.members, **members}
    for name, member in members.items():
        if exported:
            if name in exported:
                yield name, member
        elif name in _OPERATORS.split() or not (
            name.startswith("_") or member.is_alias or name == "TYPE_CHECKING"
        ):
            yield name, member


def _is_field(member: griffe.Object) -> bool:
    """Whether it is a constant or a field, which needs no docstring."""
    return member.is_attribute and "property" not in member.labels


def _comment(member: griffe.Object) -> str:
    """The ``#:`` lines above an assignment."""
    if not member.is_attribute or member.lineno is None or isinstance(member.filepath, list):
        return ""
    lines = member.filepath.read_text("utf-8").splitlines()
    found: list[str] = []
    for line in reversed(lines[: member.lineno - 1]):
        if not line.strip().startswith("#:"):
            break
        found.insert(0, line.strip().removeprefix("#:").strip())
    return "\n".join(found)


def _markdown(text: str) -> Iterator[str]:
    """A docstring as Markdown; the sections of Google's style become lists."""
    parsed = griffe.parse_google(griffe.Docstring(text), warnings=False, returns_named_value=False)
    for section in parsed:
        if isinstance(section, griffe.DocstringSectionText):
            yield from _prose(section.value)
        elif isinstance(section, griffe.DocstringSectionAdmonition):
            yield from [f"**{section.title}**", "", *_prose(section.value.description)]
        elif isinstance(section, griffe.DocstringSectionExamples):
            for _, example in section.value:
                yield from _prose(example)
        else:
            yield from [f"**{section.kind.value.replace('other parameters', 'more').capitalize()}**", ""]
            for item in section.value:
                name = getattr(item, "name", "") or getattr(item, "annotation", None) or ""
                description = " ".join(_prose(" ".join(item.description.split()))).strip()
                yield f"- `{name}`: {description}" if name else f"- {description}"
        yield ""


def _prose(text: str) -> Iterator[str]:
    """A docstring's text as Markdown: a block after ``::`` becomes code, and angle brackets are escaped."""
    text = re.sub(r"::$", ":", text, flags=re.MULTILINE)
    pieces = []
    for part, prose in parts(text):
        pieces.append(re.sub(r"<(?=[a-zA-Z/!])(?![^\n`]*`)", r"\<", part) if prose else part)
    yield from "".join(pieces).splitlines()
    yield ""
