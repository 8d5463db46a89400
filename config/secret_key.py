"""The key that an embedded server makes for itself, once, so that a restart logs nobody out."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def read_or_create(path: Path) -> str:
    """The key in `path`, made first if need be. Two processes that start together agree on one."""
    if not path.exists():
        _publish(secrets.token_urlsafe(50), path)
    return path.read_text().strip()


def _publish(key: str, path: Path) -> None:
    # mkstemp makes a file that only its owner reads; a hard link then puts it in place whole, or not at all.
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(key + "\n")
        with contextlib.suppress(FileExistsError):  # another process was first: its key counts
            os.link(draft, path)
    finally:
        os.unlink(draft)
