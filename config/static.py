"""Static files, compressed, under names that hash their content: browsers may keep them for good."""

import re
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENTS = {
    ".css": re.compile(r"[ \t]*/\*.*?\*/\n?", re.DOTALL),
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.DOTALL | re.MULTILINE),
}
"""Comments by the kind of file; of a script those that have their lines to themselves."""


class StaticFiles(CompressedManifestStaticFilesStorage):
    """What is collected of our own files has no comments: they are for readers, and weigh on every phone."""

    # Rewrites `import … from "./clock.js"` in our ES modules to the hashed names.
    support_js_module_import_aggregation = True

    def _save(self, name: str, content: Any) -> str:
        comments = _COMMENTS.get(PurePosixPath(name).suffix)
        if comments and name.startswith(("css/", "js/")):
            content = ContentFile(comments.sub("", b"".join(content.chunks()).decode()).encode())
        saved: str = super()._save(name, content)
        return saved
