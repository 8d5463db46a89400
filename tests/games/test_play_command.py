import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock
from urllib.error import HTTPError

import pytest
import segno

from games import address
from tests.kit.environment import environment
from tests.kit.run import Run
from tests.kit.web import ROOT, serve


def test_it_serves_and_ends_cleanly_on_ctrl_c(run: Run, tmp_path: Path) -> None:
    with serve(run, tmp_path) as site, urllib.request.urlopen(f"{site.local_url}/healthz") as response:
        assert response.read() == b"ok"
        assert "Server" not in response.headers
    assert site.process.returncode == 0
    assert "Traceback" not in site.log


def test_C1_no_log_names_what_is_done_in_a_game(run: Run, tmp_path: Path) -> None:
    with serve(run, tmp_path, NIGHTFALL_LOG_LEVEL="DEBUG") as site:
        for answer in (403, 404):
            path = "/r/KIMO-TARU-58/do/investigate/" if answer == 403 else "/r/KIMO-TARU-58/do/investigate/x"
            with pytest.raises(HTTPError) as refused:
                urllib.request.urlopen(f"{site.local_url}{path}", data=b"target=3")
            assert refused.value.code == answer
            refused.value.close()
    assert "daphne" in site.log
    assert "investigate" not in site.log + site.invitation


def test_it_shows_an_address_and_a_code_for_phones(run: Run, tmp_path: Path) -> None:
    with serve(run, tmp_path) as site:
        url = f"http://{address.lan_host()}:{site.port}"
        assert f"Nightfall is open at {url}\n" in site.invitation
        assert dark_squares(site.invitation) == [list(map(bool, row)) for row in segno.make(url).matrix]
        assert "On a phone" in site.invitation


def test_a_public_address_is_shown_as_it_is_given(run: Run, tmp_path: Path) -> None:
    with serve(run, tmp_path, NIGHTFALL_PUBLIC_URL="https://mafia.example.org/") as site:
        assert "https://mafia.example.org\n" in site.invitation


def test_a_taken_port_is_answered_with_another(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as squatter:
        port = squatter.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "manage.py", "play", "--port", str(port)],
            cwd=ROOT,
            env=environment(NIGHTFALL_VAR_DIR=str(tmp_path)),
            capture_output=True,
            text=True,
        )
    assert result.returncode == 1
    assert result.stderr == f"CommandError: Port {port} is taken. Try another: make play PORT={port + 1}\n"


def dark_squares(invitation: str) -> list[list[bool]]:
    """The printed code: a character shows one square above another, and blocks are light."""
    lines = [line for line in invitation.splitlines() if line and set(line) <= set("█▀▄ ")]
    rows = [[sign in dark for sign in line] for line in lines for dark in (" ▄", " ▀")]
    border = 4
    size = len(lines[0]) - 2 * border
    return [row[border:-border] for row in rows[border : border + size]]


@contextmanager
def network(*, route: str | None, names: list[str]) -> Iterator[None]:
    """A machine whose packets leave by the address `route`, and whose host name stands for `names`."""

    class Probe(socket.socket):
        def connect(self, address: object) -> None:
            if route is None:
                raise OSError("Network is unreachable")

        def getsockname(self) -> tuple[str | None, int]:
            return route, 0

    found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (name, 0)) for name in names]
    with mock.patch("socket.socket", Probe), mock.patch("socket.getaddrinfo", return_value=found):
        yield


@pytest.mark.parametrize(
    ("route", "names", "host"),
    [
        ("192.168.1.20", ["127.0.1.1"], "192.168.1.20"),
        (None, ["127.0.1.1", "10.0.0.5"], "10.0.0.5"),
        ("127.0.0.1", ["10.0.0.5"], "10.0.0.5"),
        (None, ["127.0.1.1"], "localhost"),
        (None, [], "localhost"),
    ],
)
def test_the_address_is_one_that_phones_can_reach(route: str | None, names: list[str], host: str) -> None:
    with network(route=route, names=names):
        assert address.lan_host() == host
