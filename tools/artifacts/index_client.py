"""Client of the registry's simple index: finds an artifact's files.

The index is the first of these that is set and not empty, else the registry that pip and uv use themselves:
`PIP_INDEX_URL`, `UV_DEFAULT_INDEX`, `UV_INDEX_URL` (pip's own variable, uv's, uv's former one). A user and a
password in it work, and are kept out of messages. Certificates come from `REQUESTS_CA_BUNDLE`, proxies from
the usual variables: `requests` reads them.

It reads only names, links and hashes, so an index in plain HTML is enough.
"""

import os
import re
from dataclasses import dataclass

import requests
from pypi_simple import (
    PYPI_SIMPLE_ENDPOINT,
    NoSuchProjectError,
    PyPISimple,
    UnsupportedContentTypeError,
    UnsupportedRepoVersionError,
)
from requests.adapters import HTTPAdapter
from urllib3 import Retry

INDEX_VARIABLES = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")

TIMEOUT = (10.0, 60.0)
"""Seconds to wait for a connection, and for the next bytes on one."""


_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")


class RegistryError(Exception):
    """The registry can't be reached, or lacks what was asked of it."""


@dataclass(frozen=True)
class RemoteFile:
    """A file as the index lists it.

    Attributes:
        filename: its name.
        version: as in its name; None if that is not the name of a wheel or an sdist.
        url: where to get it.
        sha256: in hexadecimal, if the index declares one.
        size: in bytes, if the index declares one; plain HTML never does.
        yanked: whether its authors yanked it.
    """

    filename: str
    version: str | None
    url: str
    sha256: str | None
    size: int | None
    yanked: bool


def index_url() -> str:
    """Returns the address of the simple index that is used."""
    for variable in INDEX_VARIABLES:
        if url := os.environ.get(variable):
            return url
    return PYPI_SIMPLE_ENDPOINT


def without_credentials(text: str) -> str:
    """Returns a text with users and passwords removed from the addresses in it, to be shown or logged."""
    return _CREDENTIALS.sub("", text)


def new_session() -> requests.Session:
    """Returns a session that tries again when the registry can't be reached or is overloaded.

    It does not retry a response that breaks off: `tools.artifacts.download` does.
    """
    session = requests.Session()
    # Responses 503 and 429 come with Retry-After, which is respected.
    adapter = HTTPAdapter(
        max_retries=Retry(total=3, backoff_factor=0.5, status_forcelist=[429, 500, 502, 503, 504])
    )
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session


class Registry:
    """A simple index, each of whose pages is read once.

    Args:
        index: its address; by default `index_url()`.
        session: makes the requests; by default `new_session()`.
    """

    def __init__(self, index: str | None = None, session: requests.Session | None = None) -> None:
        self.index = index or index_url()
        self.session = session or new_session()
        self._pages: dict[str, tuple[RemoteFile, ...]] = {}

    def files(self, project: str) -> tuple[RemoteFile, ...]:
        """Returns everything that the index lists of a project, in its order.

        Raises:
            RegistryError: there is no such project, or the index can't be read.
        """
        if project not in self._pages:
            self._pages[project] = self._read(project)
        return self._pages[project]

    def file(self, project: str, filename: str) -> RemoteFile:
        """Returns one file of a project.

        Raises:
            RegistryError: the index doesn't list it, or can't be read.
        """
        files = self.files(project)
        for file in files:
            if file.filename == filename:
                return file
        raise RegistryError(
            f"the index lists no {filename}\n"
            f"  found:     {len(files)} other files of {project}\n"
            f"  looked in: {self._where()}"
        )

    def size(self, file: RemoteFile) -> int:
        """Returns a file's size in bytes, asking its server where the index doesn't say.

        Raises:
            RegistryError: the server can't be reached, or doesn't say either.
        """
        if file.size is not None:
            return file.size
        try:
            response = self.session.head(
                file.url, allow_redirects=True, timeout=TIMEOUT, headers={"Accept-Encoding": "identity"}
            )
            response.raise_for_status()
            return int(response.headers["Content-Length"])
        except (requests.RequestException, KeyError, ValueError) as error:
            raise RegistryError(
                f"can't find out how large {file.filename} is\n"
                f"  found:     {type(error).__name__}: {without_credentials(str(error))}\n"
                f"  looked in: {without_credentials(file.url)} (Content-Length of HEAD)"
            ) from error

    def _read(self, project: str) -> tuple[RemoteFile, ...]:
        try:
            # Not a context manager: leaving it would close the session.
            page = PyPISimple(self.index, session=self.session).get_project_page(project, timeout=TIMEOUT)
        except NoSuchProjectError as error:
            raise RegistryError(
                f"the index has no project {project}\n  looked in: {self._where()}"
            ) from error
        except requests.RequestException as error:
            raise RegistryError(
                f"can't reach the index for {project}\n"
                f"  looked in: {self._where()}\n"
                f"  found:     {type(error).__name__}: {without_credentials(str(error))}\n"
                "  Check the network, the proxy variables and REQUESTS_CA_BUNDLE, or name another index: "
                f"export {INDEX_VARIABLES[0]}=URL"
            ) from error
        except (UnsupportedContentTypeError, UnsupportedRepoVersionError) as error:
            raise RegistryError(
                f"what answers for {project} is not a simple index: {without_credentials(str(error))}\n"
                f"  looked in: {self._where()}"
            ) from error
        return tuple(
            RemoteFile(
                filename=package.filename,
                version=package.version,
                url=package.url,
                sha256=package.digests.get("sha256"),
                size=package.size,
                yanked=package.is_yanked,
            )
            for package in page.packages
        )

    def _where(self) -> str:
        variable = next(
            (name for name in INDEX_VARIABLES if os.environ.get(name) == self.index), "the default index"
        )
        return f"{without_credentials(self.index)} ({variable})"
