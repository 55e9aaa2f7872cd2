"""A Dask cluster over TLS, by Dask's own settings: it works for clients with its certificate, and for no other."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.dask_cluster import Cluster
from support.parallel_tasks import square

from hyperoxo.cli import main
from hyperoxo.executor import in_order, open_executor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra hyperoxo[cluster]"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl, which makes the certificates"),
    pytest.mark.slow(reason="a scheduler and a worker start; a pool of processes does the same"),
]

TLS = "distributed.comm.tls."
MATCH = ["match", "random", "random", "--board", "3x3", "--games", "2", "--seed", "1"]


class Identity(NamedTuple):
    """A key, and the certificate that it has signed itself."""

    key: str
    certificate: str


def new_identity(folder: Path, name: str) -> Identity:
    made = Identity(str(folder / f"{name}.key"), str(folder / f"{name}.pem"))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    subprocess.run([*command, "-keyout", made.key, "-out", made.certificate], check=True, capture_output=True)
    return made


class Secured(NamedTuple):
    """A cluster over TLS, Dask's settings for its clients, and an identity that it does not know."""

    cluster: Cluster
    settings: dict[str, object]
    stranger: Identity


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("tls")
    own, stranger = new_identity(folder, "cluster"), new_identity(folder, "stranger")
    settings: dict[str, object] = {"distributed.comm.require-encryption": True, f"{TLS}ca-file": own.certificate}
    for role in ("scheduler", "worker", "client"):
        settings |= {f"{TLS}{role}.cert": own.certificate, f"{TLS}{role}.key": own.key}
    variables = {f"DASK_{key.replace('.', '__').replace('-', '_').upper()}": str(settings[key]) for key in settings}
    with ExitStack() as stack:
        yield Secured(Cluster(stack, folder, variables, workers=1), settings, stranger)


def set_for_dask(settings: Mapping[str, object]) -> AbstractContextManager[object]:
    import dask  # noqa: PLC0415 - an extra
    import distributed  # noqa: F401, PLC0415 - adds its own defaults to the settings, where they are not changed yet

    return dask.config.set(settings)


def test_a_cluster_over_tls_does_the_work(secured: Secured) -> None:
    with set_for_dask(secured.settings), open_executor(address=secured.cluster.address) as workers:
        assert list(in_order(workers, square, range(9))) == [number * number for number in range(9)]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({f"{TLS}client.cert": None, f"{TLS}client.key": None}, "Dask's settings ask for TLS and name no certificate"),
        ({f"{TLS}client.cert": "stranger", f"{TLS}client.key": "stranger"}, "the connection was closed at its start: "),
        ({f"{TLS}ca-file": "stranger"}, "the connection was closed at its start: "),
        ({f"{TLS}ca-file": "/nowhere"}, "Dask's settings of TLS cannot be used: "),
        ({"distributed.comm.require-encryption": False}, "the connection was closed at its start: "),
    ],
)
def test_another_client_is_refused_in_one_line(
    secured: Secured, changed: dict[str, object], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger = {
        ".key": secured.stranger.key,
        "cert": secured.stranger.certificate,
        "file": secured.stranger.certificate,
    }
    ours = {key: stranger[key[-4:]] if value == "stranger" else value for key, value in changed.items()}
    with set_for_dask(secured.settings | ours):
        assert main([*MATCH, "--executor", secured.cluster.address]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"oxo: {secured.cluster.address}: {reason}")
    assert line.count("\n") == 1


def test_the_scheduler_refuses_a_client_without_a_certificate(secured: Secured) -> None:
    """Without Dask on the client's side, which would not even try."""
    host, _, port = secured.cluster.address.removeprefix("dask://").rpartition(":")
    context = ssl.create_default_context(cafile=str(secured.settings[f"{TLS}ca-file"]))
    context.check_hostname = False
    with (
        socket.create_connection((host, int(port))) as plain,
        pytest.raises(ssl.SSLError, match=r"certificate required|handshake failure"),
        context.wrap_socket(plain) as connection,
    ):
        connection.recv(1)
