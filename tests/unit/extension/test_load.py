"""Loading: the facts that a good library reports, and the errors of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Child, Fake, find_pythons

PJRT_API_0_81 = 984


def test_a_real_library(child: Child, library: Path) -> None:
    child(
        """
        path = sys.argv[1]
        api = _pjrt.load(path)
        assert api.version == (0, 81)
        assert api.struct_size == int(sys.argv[2])
        assert api.extensions == (9, 5, 6, 4)
        assert api.ffi_version == (0, 2)
        assert api.path == path
        assert repr(api) == f"<PJRT C API 0.81 of {path!r}>"
        assert 'capsule object "pjrt_c_api"' in repr(api.capsule)
        """,
        library,
        PJRT_API_0_81,
    )


def test_the_same_library_is_equal(child: Child, fake: Fake, tmp_path: Path) -> None:
    path = fake("version", MAJOR=0, MINOR=81)
    link = tmp_path / "link.so"
    link.symlink_to(path)
    child(
        """
        import pathlib
        path, link, other = sys.argv[1:]
        plain = _pjrt.load(path)
        assert plain == _pjrt.load(pathlib.Path(path)) == _pjrt.load(link)
        assert hash(plain) == hash(_pjrt.load(path))
        assert pointer(plain) == pointer(_pjrt.load(path))
        assert plain != _pjrt.load(other)
        assert plain != 1 and plain != None

        dropping = _pjrt.load(path, drop=((3, 3, 422), (1,)))
        again = _pjrt.load(path, [[1], [3, 3, 422], [1]])
        assert dropping == again != plain
        valued = _pjrt.load(path, drop_values=((3, 3, 422, 5),))
        assert valued == _pjrt.load(path, (), [[3, 3, 422, 5]])
        assert len({plain, dropping, valued, _pjrt.load(path, (), ((3, 3, 422, 4),))}) == 4
        assert pointer(dropping) == pointer(again) != pointer(plain)
        assert dropping.version == plain.version
        """,
        path,
        link,
        fake("version", MAJOR=0, MINOR=82),
    )


@pytest.mark.parametrize(
    ("name", "defines", "reason", "text"),
    [
        ("no_symbol", {}, "symbol", "does not export GetPjrtApi"),
        ("null_api", {}, "null", "GetPjrtApi returned no API"),
        ("struct_size", {"STRUCT_SIZE": 32}, "struct", "says that it has 32 bytes"),
        ("struct_size", {"STRUCT_SIZE": 985}, "struct", "says that it has 985 bytes"),
        ("struct_size", {"STRUCT_SIZE": 1 << 40}, "struct", "says that it has 1099511627776 bytes"),
        ("version_size", {}, "struct", "PJRT_Api_Version has 8 bytes"),
        ("version", {"MAJOR": 0, "MINOR": -1}, "struct", "says version 0.-1"),
        ("version", {"MAJOR": 1, "MINOR": 3}, "version", "it has PJRT C API 1.3; only major version 0"),
        ("extension_cycle", {}, "struct", "is a cycle, or longer than 64"),
        ("extension_size", {}, "struct", "its extension number 1 says that it has 8 bytes"),
    ],
)
def test_a_bad_library(
    name: str, defines: dict[str, int], reason: str, text: str, child: Child, fake: Fake
) -> None:
    child(
        """
        path, reason, text, version = sys.argv[1:]
        for drop in ((), ((3, 3, 422),)):
            error = raised(_pjrt.LoadError, _pjrt.load, path, drop)
            assert isinstance(error, OSError)
            assert error.path == path
            assert error.reason == reason, error.reason
            assert text in str(error), error
            assert str(error).startswith(f"cannot load the PJRT plugin {path}: ")
            assert repr(error.version) == version, error.version
        """,
        fake(name, **defines),
        reason,
        text,
        "(1, 3)" if reason == "version" else "None",
    )


def test_what_the_dynamic_loader_says(child: Child, tmp_path: Path) -> None:
    broken = tmp_path / "broken.so"
    broken.write_bytes(b"not a library")
    child(
        """
        missing, broken = sys.argv[1:]
        error = raised(_pjrt.LoadError, _pjrt.load, missing)
        assert error.reason == "dlopen" and "No such file" in str(error), error
        error = raised(_pjrt.LoadError, _pjrt.load, broken)
        assert error.reason == "dlopen" and broken in str(error), error
        # Not every path is text.
        error = raised(_pjrt.LoadError, _pjrt.load, b"/nowhere/\\xff.so")
        assert error.path == "/nowhere/\\udcff.so"
        """,
        tmp_path / "missing.so",
        broken,
    )


def test_wrong_arguments(child: Child, fake: Fake) -> None:
    child(
        """
        path = sys.argv[1]
        raised(TypeError, _pjrt.load)
        raised(TypeError, _pjrt.load, 1)
        raised(ValueError, _pjrt.load, "a\\0b")
        raised(TypeError, _pjrt.load, path, 3)
        raised(TypeError, _pjrt.load, path, (3,))
        raised(TypeError, _pjrt.load, path, (("3",),))
        for drop in (((),), ((0,),), ((-1,),), ((1 << 29,),), ((1,) * 9,), tuple((n,) for n in range(1, 34))):
            raised(ValueError, _pjrt.load, path, drop)
        for values in (((),), ((3,),), ((3, -1),), ((0, 3),), ((3, 1 << 31),), ((1,) * 10,)):
            raised(ValueError, _pjrt.load, path, (), values)
        raised(OverflowError, _pjrt.load, path, ((1 << 70,),))
        raised(TypeError, _pjrt.Api)
        raised(TypeError, setattr, _pjrt.Api, "path", "x")
        """,
        fake("version", MAJOR=0, MINOR=81),
    )


def test_drop_sets_are_limited_and_say_so(child: Child, fake: Fake) -> None:
    child(
        """
        path = sys.argv[1]
        for field in range(1, 9):
            _pjrt.load(path, ((field,),))
        error = raised(_pjrt.LoadError, _pjrt.load, path, ((9,),))
        assert error.reason == "limit" and "more than 8 ways" in str(error), error
        assert _pjrt.load(path, ((8,),)) == _pjrt.load(path, ((8,),))
        assert _pjrt.load(path).version == (0, 81)
        """,
        fake("version", MAJOR=0, MINOR=81),
    )


def test_from_many_threads(child: Child, fake: Fake) -> None:
    child(
        """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(16) as pool:
            apis = list(pool.map(lambda n: _pjrt.load(sys.argv[1], ((n % 4 + 1,),)), range(400)))
        assert len(set(apis)) == len({pointer(api) for api in apis}) == 4
        """,
        fake("version", MAJOR=0, MINOR=81),
    )


def test_objects_come_and_go(child: Child, fake: Fake) -> None:
    child(
        """
        import gc
        path = sys.argv[1]
        api = _pjrt.load(path)
        for _ in range(1000):
            _pjrt.load(path).capsule
            raised(_pjrt.LoadError, _pjrt.load, path + "x")
        gc.collect()
        before = sys.getrefcount(_pjrt.Api)
        many = [_pjrt.load(path) for _ in range(100)]
        assert sys.getrefcount(_pjrt.Api) == before + 100
        del many
        gc.collect()
        assert sys.getrefcount(_pjrt.Api) == before
        # The module and its types may be collected; what they stood for stays.
        capsule = api.capsule
        del api, sys.modules["_pjrt"], _pjrt
        gc.collect()
        import _pjrt
        assert _pjrt.load(path).version == (0, 81)
        """,
        fake("version", MAJOR=0, MINOR=81),
    )


def test_in_other_interpreters(child: Child, python: Path, fake: Fake) -> None:
    # Host callbacks are entered by the main interpreter's GIL: one with a GIL of its own may not have the module.
    printed = child(
        """
        try:
            import _interpreters as interpreters
            shared, own = "legacy", "isolated"
        except ImportError:
            try:
                import _xxsubinterpreters as interpreters
                shared, own = False, True
            except ImportError:
                interpreters = None
        if interpreters is None or sys.version_info < (3, 12):
            print("none")  # 3.11 has no interpreters with a GIL of their own
        else:
            here = _pjrt.load(sys.argv[1], ((1,),))
            code = f'''
        import sys
        sys.path.insert(0, {sys.path[0]!r})
        import _pjrt
        api = _pjrt.load({sys.argv[1]!r}, ((1,),))
        assert api.version == (0, 81)
        try:
            _pjrt.load("/nowhere")
        except _pjrt.LoadError:
            pass
        '''
            def run(kind):
                named = isinstance(kind, str)
                interpreter = interpreters.create(kind) if named else interpreters.create(isolated=kind)
                try:
                    return interpreters.run_string(interpreter, code)
                except Exception as error:
                    return error
                finally:
                    interpreters.destroy(interpreter)
            for _ in range(3):
                assert run(shared) is None
                refusal = run(own)
                said = str(getattr(refusal, "msg", refusal))
                assert "does not support loading in subinterpreters" in said, said
            assert here == _pjrt.load(sys.argv[1], ((1,),))
            print("three")
        """,
        fake("version", MAJOR=0, MINOR=81),
    )
    assert printed.strip() == ("none" if find_pythons().get("3.11") == python else "three")


def test_functions_that_are_null_or_beyond_the_end_are_named(child: Child, library: Path, fake: Fake) -> None:
    child(
        """
        real, empty, short = map(_pjrt.load, sys.argv[1:])
        assert real.null_functions == real.missing_functions == ()
        assert empty.null_functions[0] == "PJRT_Error_Destroy" and "PJRT_Client_Create" in empty.null_functions
        assert empty.missing_functions == ()
        assert short.null_functions == ("PJRT_Error_Destroy",)
        assert short.missing_functions == empty.null_functions[1:]
        """,
        library,
        fake("version", MAJOR=0, MINOR=81),
        # Up to the end of PJRT_Error_Destroy: 40 bytes and one pointer.
        fake("struct_size", STRUCT_SIZE=48),
    )
