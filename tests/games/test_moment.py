import time
from pathlib import Path
from typing import Any

from games import moment
from tests.kit.clock import OffsetFile


def test_now_is_the_time_in_milliseconds() -> None:
    assert abs(moment.now() - time.time() * 1000) < 1_000


def test_tests_move_time_with_a_file(tmp_path: Path, settings: Any) -> None:
    file = OffsetFile(tmp_path / "offset")
    settings.CLOCK_OFFSET_FILE = str(file.path)
    file.advance(3_600)
    assert abs(moment.now() - time.time() * 1000 - 3_600_000) < 1_000


def test_a_missing_file_moves_nothing(tmp_path: Path, settings: Any) -> None:
    settings.CLOCK_OFFSET_FILE = str(tmp_path / "none")
    assert abs(moment.now() - time.time() * 1000) < 1_000
