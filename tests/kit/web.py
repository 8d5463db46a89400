"""The real server as a process of its own, and Chromium to look at it with."""

import os
import re
import selectors
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.kit import programs
from tests.kit.clock import OffsetFile
from tests.kit.environment import environment
from tests.kit.run import Run

ROOT = Path(__file__).resolve().parents[2]
# Browsers treat localhost as secure even over plain http. Phones come by another name, and so do the tests.
HOST = "nightfall.test"
START_DEADLINE = 60

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}

T = TypeVar("T")


@dataclass(frozen=True)
class Site:
    """A running server, its clock and the folder that holds its database and log."""

    invitation: str
    clock: OffsetFile
    folder: Path
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """The free port that the server took: whatever answers there is this very process."""
        match = re.search(r"^Serving on port (\d+)", self.invitation, re.MULTILINE)
        assert match, self.invitation
        return int(match[1])

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def local_url(self) -> str:
        """The same for clients other than the browser, which do not know the name."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def stop_games(self) -> None:
        """Lets no game go on that a test has left behind: whenever another moves time they would all wake."""
        with closing(sqlite3.connect(self.folder / "db.sqlite3", timeout=20)) as database, database:
            database.execute("UPDATE games_game SET due_at = NULL")
            database.execute("UPDATE games_room SET starts_at = NULL")

    def crash(self) -> None:
        """Ends the server without a chance to tidy up."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serve(run: Run, folder: Path, after: Site | None = None, **more_environment: str) -> Iterator[Site]:
    """Serves with a database of its own in `folder`, as `make play` does, on a free port.

    With `after` this is the same server once more: with the database and on the port of one that has ended.
    """
    static = static_root(run)
    if after is None:
        database = run.once("database", lambda: _migrate(run.folder / "migrated"))
        shutil.copy(database, folder / "db.sqlite3")
    clock = after.clock if after else OffsetFile(folder / "offset")
    port = str(after.port if after else 0)
    own = {
        "NIGHTFALL_VAR_DIR": str(folder),
        "NIGHTFALL_STATIC_ROOT": static,
        "NIGHTFALL_CLOCK_OFFSET_FILE": str(clock.path),
    }
    with (folder / "server.log").open("a") as errors:
        process = subprocess.Popen(
            programs.bound(sys.executable, "manage.py", "play", "--port", port),
            cwd=ROOT,
            env=environment(**(own | more_environment)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        invitation = _read_invitation(process, folder / "server.log")
        yield Site(invitation, clock, folder, process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout
        process.stdout.close()


def static_root(run: Run) -> str:
    """The folder of collected static files, for ``NIGHTFALL_STATIC_ROOT``."""
    return run.once("static", lambda: _collect_static(run.folder / "collected"))


def _manage(folder: Path, *command: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *command, "--no-input", "--verbosity", "0"],
        cwd=ROOT,
        env=environment(NIGHTFALL_VAR_DIR=str(folder), NIGHTFALL_STATIC_ROOT=str(folder / "static")),
        check=True,
    )


def _collect_static(folder: Path) -> str:
    _manage(folder, "collectstatic")
    return str(folder / "static")


def _migrate(folder: Path) -> str:
    _manage(folder, "migrate")
    return str(folder / "db.sqlite3")


def _read_invitation(process: subprocess.Popen[str], log: Path) -> str:
    """What the server prints once it listens, to its last line."""
    assert process.stdout
    deadline = monotonic() + START_DEADLINE
    descriptor = process.stdout.fileno()
    output = b""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while selector.select(timeout=max(0, deadline - monotonic())):
            chunk = os.read(descriptor, 4096)
            output += chunk
            if b"Ctrl+C" in chunk:
                return output.decode()
            if not chunk:
                break
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")


@dataclass
class Visits:
    """Opens pages for one test, each with cookies of its own, and notes what they complain of."""

    browser: Browser
    site: Site
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    script: Path | None = None
    """Runs in every page, whatever its policy on scripts says."""
    expected: tuple[str, ...] = ("status of 422", "/ws/rooms' failed: WebSocket is closed before")
    """What a page may complain of: Chromium notes each refusal, and that the list of rooms was left early."""

    def open(self, path: str = "/", **options: Any) -> Page:
        """A page of a new context, with Playwright's ``options`` of a context: a phone, on which nothing
        moves, if they do not say otherwise."""
        usual = {"base_url": self.site.url, "viewport": PHONE, "reduced_motion": "reduce"}
        context = self.browser.new_context(**(usual | options))
        context.set_default_timeout(10_000)
        if self.script:
            context.add_init_script(path=self.script)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{path}: {error}"))
        page.on("console", self._note)
        page.goto(path)
        return page

    def _note(self, message: object) -> None:
        if getattr(message, "type", "") in {"error", "warning"}:
            where = getattr(message, "location", {}).get("url", "")
            complaint = f"console: {getattr(message, 'text', message)} {where}"
            if not any(expected in complaint for expected in self.expected):
                self.complaints.append(complaint)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


class BrowserThread:
    """Chromium on a thread of its own.

    Playwright keeps an event loop running on its thread, where Django's ORM and `asyncio.run` then refuse to
    work. So all that touches a page runs here: tests marked `browser` by themselves, fixtures by `call`.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="browser")
        self.call(self._launch)

    def call(self, function: Callable[[], T]) -> T:
        return self._thread.submit(function).result()

    def _launch(self) -> None:
        # The first has no window to draw, and takes a third of the others' time for the same pages.
        chromium = programs.find("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
        self._playwright = sync_playwright().start()
        self.browser = self._playwright.chromium.launch(
            executable_path=chromium,
            args=[
                "--no-sandbox",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-gpu",
                "--disable-sync",
                f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
            ],
        )

    def close(self) -> None:
        self.call(self.browser.close)
        self.call(self._playwright.stop)
        self._thread.shutdown()
