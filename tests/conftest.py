"""The run that all tests share, and the fixtures made from tests/kit."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.kit import servers
from tests.kit.run import Run, own_run
from tests.kit.web import BrowserThread, Site, Visits, serve

RUN = pytest.StashKey[Run]()


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background jobs ignore Ctrl+C and so would what the tests start, and then end by it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    expect.set_options(timeout=15_000)  # a busy machine may take longer than the usual 5 s to show a frame
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker:
        config.stash[RUN] = Run(Path(worker["run_folder"]))
    else:
        stack = ExitStack()
        config.stash[RUN] = stack.enter_context(own_run())
        config.add_cleanup(stack.close)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["run_folder"] = str(node.config.stash[RUN].folder)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs the tests marked `browser` on the browser's thread."""
    if pyfuncitem.get_closest_marker("browser") is None:
        return None
    thread: BrowserThread = pyfuncitem._request.getfixturevalue("browser_thread")  # noqa: SLF001
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}  # noqa: SLF001
    thread.call(lambda: pyfuncitem.obj(**arguments))
    return True


@pytest.fixture(scope="session")
def run(pytestconfig: pytest.Config) -> Run:
    return pytestconfig.stash[RUN]


@pytest.fixture
def postgres_url(run: Run) -> Iterator[str]:
    """A PostgreSQL database for this test alone."""
    with servers.fresh_database(servers.postgres(run)) as url:
        yield url


@pytest.fixture
def redis_url(run: Run, worker_id: str) -> str:
    """A Redis that is empty, and of this test alone while it runs."""
    return servers.empty(servers.redis(run, worker_id))


@pytest.fixture(scope="session")
def browser_thread() -> Iterator[BrowserThread]:
    thread = BrowserThread()
    yield thread
    thread.close()


@pytest.fixture(scope="session")
def site(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The real server, as `make play` serves it. Tests of one process share it: each makes its own room."""
    with serve(run, tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def visits(browser_thread: BrowserThread, site: Site) -> Iterator[Visits]:
    """Opens pages of the site in Chromium; the test fails if a page complains on its console."""
    visits = Visits(browser_thread.browser, site)
    yield visits
    browser_thread.call(visits.close)
    site.stop_games()
    assert not visits.complaints
