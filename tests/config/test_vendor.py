import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = json.loads((ROOT / "static/vendor/manifest.json").read_text())


def test_vendored_files_are_what_the_manifest_says() -> None:
    for entry in MANIFEST:
        assert hashlib.sha256((ROOT / entry["file"]).read_bytes()).hexdigest() == entry["sha256"], entry[
            "name"
        ]
        assert (ROOT / entry["licence_file"]).stat().st_size > 0, entry["name"]


def test_nothing_vendored_is_missing_from_the_manifest() -> None:
    known = {entry[kind] for entry in MANIFEST for kind in ("file", "licence_file")}
    known |= {"static/vendor/manifest.json", "static/vendor/VENDOR.md"}
    folders = (ROOT / "static/vendor", ROOT / "tests/vendor")
    assert {str(path.relative_to(ROOT)) for folder in folders for path in folder.iterdir()} == known


def pins(lock: str) -> dict[str, set[str]]:
    pinned: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)==(\S+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE
    ):
        pinned.setdefault(name, set()).add(version)
    return pinned


def test_development_uses_the_versions_that_people_play_with() -> None:
    play, dev = pins("play.lock"), pins("dev.lock")
    assert play
    assert {name: dev.get(name) for name in play} == play


def test_locks_pin_hashes_only() -> None:
    for lock in ("play.lock", "dev.lock"):
        text = (ROOT / "requirements" / lock).read_text()
        entries = re.split(r"\n(?=\S)", text.split("\n", 2)[2])
        assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
