"""What errors tell: where they happened, never on what.

A game's state is on the stack of nearly every error, and holds every role; a path can name a power that was
used, a form or a message its target (C1).
"""

import logging
import re
import traceback
from types import TracebackType
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, QueryDict
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

from games.services.careful import EngineError

HARMLESS = (OSError, OperationalError, InterfaceError, EngineError)
"""Errors that speak of the network, of files, of the database as such or of our lines: their words may be
shown."""

_VERB = re.compile(r"(/do/)[^/\s]+")


def in_short(error: BaseException) -> str:
    """The name of an error, with its words if they cannot be of a game."""
    name = type(error).__name__
    return f"{name}: {error}" if isinstance(error, HARMLESS) else name


class NoValues(SafeExceptionReporterFilter):
    """Lets no variable of a frame, no setting, no cookie and nothing posted into a report, in any mode."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        return QueryDict()

    def get_safe_cookies(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: Any) -> Any:
        return {}.items()


class Reporter(ExceptionReporter):
    """Django's report of an error, in mails to admins and on the page of NIGHTFALL_DEBUG, without the request
    and without the words of the error."""

    def __init__(self, request: HttpRequest | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(None, *args, **kwargs)
        self.template_info = None

    def get_traceback_data(self) -> dict[str, Any]:
        data: dict[str, Any] = super().get_traceback_data()
        if self.exc_value is not None:
            data["exception_value"] = in_short(self.exc_value)
        data.pop("exception_notes", None)
        for frame in data["frames"]:
            cause = frame.get("exc_cause")
            frame["exc_cause"] = in_short(cause) if isinstance(cause, BaseException) else cause
        return data


class Discreet(logging.Filter):
    """Takes the verbs of commands out of paths, and the words of errors out of what is said about them."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                in_short(value) if isinstance(value, BaseException) else value for value in record.args
            )
        record.msg, record.args = _VERB.sub(r"\1…", record.getMessage()), None
        return True


class LineFormatter(logging.Formatter):
    """A line for each record, and under it the course of an error from frame to frame."""

    def formatException(  # noqa: N802 - logging's own name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        parts: list[str] = []
        error, seen = ei[1], set[int]()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            frames = "".join(traceback.format_tb(error.__traceback__))
            parts.append(f"Traceback (most recent call last):\n{frames}{in_short(error)}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\nWhich led to:\n\n".join(reversed(parts))
