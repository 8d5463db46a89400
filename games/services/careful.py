"""An error of the engine says where it happened, never on what: a state holds every secret (C1)."""

import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class EngineError(Exception):
    """The rules failed.  Names the kind of error and the lines that led to it, and no value."""


def careful(function: Callable[P, T]) -> Callable[P, T]:
    """``function``, with whatever it raises told as an EngineError."""

    @wraps(function)
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)[1:]
            places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
            what = f"{type(error).__name__} at {' > '.join(places)}"
        raise EngineError(what)  # outside, so that the error itself does not come along as its context

    return told
