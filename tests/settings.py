"""The settings of the product, changed where only speed asks for it, with a folder of their own."""

import os
from pathlib import Path

os.environ.setdefault("NIGHTFALL_VAR_DIR", str(Path(__file__).resolve().parent.parent / "var" / "test"))

from config.settings import *  # noqa: F403
from config.settings import VAR_DIR

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

STATIC_ROOT = VAR_DIR / "static"  # WhiteNoise wants a folder, also where nothing was collected
STATIC_ROOT.mkdir(exist_ok=True)
