"""What the processes of one test run share: a folder, things made once, and a sign that the run still lives.

With xdist a run is a controller and its workers. The controller makes the folder and holds the lock `alive`
in it. The operating system lets go of that lock when the controller ends, however it ends: then what waits
for it stops.
"""

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Run:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` gives (anything JSON can hold), made by whichever process asks first."""
        record = self.folder / f"{name}.json"
        with locked(self.folder / f"{name}.lock"):
            if not record.exists():
                record.write_text(json.dumps(make()))
            return json.loads(record.read_text())

    def wait_for_end(self) -> None:
        with locked(self.folder / "alive"):
            pass


@contextmanager
def own_run() -> Iterator[Run]:
    """For the controller: a new run that ends with this block, and with it the servers it used."""
    folder = Path(tempfile.mkdtemp(prefix="nightfall-tests-"))
    folder.chmod(0o755)  # PostgreSQL runs as a user of its own below it
    try:
        with locked(folder / "alive"):
            yield Run(folder)
        for server in folder.glob("*.running"):  # each is locked for as long as its server runs
            with locked(server):
                pass
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
