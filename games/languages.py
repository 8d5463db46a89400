"""The languages that may be spoken in a public room."""

from collections.abc import Mapping
from types import MappingProxyType

from django.conf.locale import LANG_INFO
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

_SPOKEN = (
    "ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nb",
    "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh-hans",
)  # fmt: skip


def _begun(name: str) -> str:
    """With a capital at the beginning, and what capitals it has besides."""
    return name[:1].upper() + name[1:]


LANGUAGES: Mapping[str, str] = MappingProxyType(
    {code: _begun(str(LANG_INFO[code]["name_local"])) for code in _SPOKEN}
)
"""By code, each language's name in itself."""

DEFAULT = "en"


def preferred(request: HttpRequest) -> str:
    """The first of the languages that a browser asks for, as far as it is one of LANGUAGES."""
    asked = get_language_from_request(request)
    return next((code for code in (asked, asked.partition("-")[0]) if code in LANGUAGES), DEFAULT)
