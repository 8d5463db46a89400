"""The product's settings, with what only speed asks for changed, and nothing of the developer's own touched."""

import os
from pathlib import Path

os.environ.setdefault("NIGHTFALL_VAR_DIR", str(Path(__file__).resolve().parent.parent / "var" / "test"))

from config.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
