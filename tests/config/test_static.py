from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from config.static import StaticFiles


def test_modules_import_each_other_by_hashed_name(tmp_path: Path) -> None:
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    storage.save("clock.js", ContentFile("export const now = 1;\n"))
    storage.save("main.js", ContentFile('import { now } from "./clock.js";\n'))

    list(storage.post_process({name: (storage, name) for name in ("clock.js", "main.js")}))

    clock, main = storage.stored_name("clock.js"), storage.stored_name("main.js")
    assert clock != "clock.js"
    assert f'"./{clock}"' in (tmp_path / main).read_text()


def test_our_files_are_collected_without_their_comments_and_others_as_they_are(tmp_path: Path) -> None:
    script = '// Why.\nconst a = "https://x"; // kept\n\n/** What\n * it is. */\nexport default a;\n'
    sources = {
        "js/own.js": script,
        "css/own.css": "/* Why. */\na { color: red; /* so */ }\n",
        "vendor/their.js": script,
    }
    source = FileSystemStorage(location=str(tmp_path / "source"))
    storage = StaticFiles(location=str(tmp_path / "collected"), base_url="/static/")
    for name, text in sources.items():
        source.save(name, ContentFile(text.encode()))
        storage.save(name, ContentFile(text.encode()))

    list(storage.post_process({name: (source, name) for name in sources}))

    served = {name: (tmp_path / "collected" / storage.stored_name(name)).read_text() for name in sources}
    assert served["js/own.js"] == 'const a = "https://x"; // kept\n\nexport default a;\n'
    assert served["css/own.css"] == "a { color: red; }\n"
    assert served["vendor/their.js"] == script
