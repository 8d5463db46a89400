from pathlib import Path

from django.core.files.base import ContentFile

from config.static import StaticFiles


def test_modules_import_each_other_by_hashed_name(tmp_path: Path) -> None:
    storage = StaticFiles(location=str(tmp_path), base_url="/static/")
    storage.save("clock.js", ContentFile("export const now = 1;\n"))
    storage.save("main.js", ContentFile('import { now } from "./clock.js";\n'))

    list(storage.post_process({name: (storage, name) for name in ("clock.js", "main.js")}))

    clock, main = storage.stored_name("clock.js"), storage.stored_name("main.js")
    assert clock != "clock.js"
    assert f'"./{clock}"' in (tmp_path / main).read_text()
