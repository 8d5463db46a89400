"""C1: an error in the middle of a game tells nobody what the game held: not logs, mails, pages or sockets."""

import asyncio
import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as configured
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils.log import AdminEmailHandler
from django.views.debug import technical_500_response

from accounts.guests import signed_cookie
from config.reporting import Discreet, LineFormatter, Reporter, in_short
from games.engine.night import choice_refusal
from games.engine.roles import ROLES
from games.engine.state import State
from tests.kit.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Ben", "Quixada", "Zebulon", "Eve", "Fay")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    cache.clear()
    table = Table(*NAMES)
    table.start(Ann="mafia", Ben="doctor", Quixada="detective")
    table.until("night")
    table.do("Quixada", "investigate", "Zebulon")
    for place in ("games.views", "games.projections", "games.selectors", "games.live.room_service"):
        monkeypatch.setattr(f"{place}.now", lambda: table.now)

    def fails(state: State, command: Any) -> None:
        assert choice_refusal(state, command) is None
        words = [state.setup.seed, state.setup.salt, *(seat.role for seat in state.seats)]
        raise RuntimeError(f"{words} {command.ability} at {state.seats[command.target].name}")

    monkeypatch.setattr("games.engine.phases.night.choice_refusal", fails)
    return table


def secrets(table: Table) -> tuple[str, ...]:
    setup = table.state.setup
    return (setup.seed, setup.salt, *ROLES, "protect", "investigate", "Zebulon", "Quixada")


def none_of(table: Table, told: str) -> None:
    found = [secret for secret in secrets(table) if secret in told]
    assert not found


class Everything(logging.Handler):
    """Keeps each record as a plain handler would write it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.told: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


@contextmanager
def listening(settings: Any) -> Iterator[list[str]]:
    """All that is logged at DEBUG, and mailed to the admins."""
    settings.ADMINS = [("Boss", "boss@example.org")]
    plain, mails = Everything(), AdminEmailHandler(include_html=True)
    root, ours = (
        logging.getLogger(),
        [logging.getLogger(name) for name in ("django", "games", "django.request")],
    )
    levels = [(logger, logger.level) for logger in (root, *ours)]
    for handler in (plain, mails):
        root.addHandler(handler)
    for logger, _ in levels:
        logger.setLevel(logging.DEBUG)
    mails.setLevel(logging.ERROR)
    try:
        yield plain.told
    finally:
        for handler in (plain, mails):
            root.removeHandler(handler)
        for logger, level in levels:
            logger.setLevel(level)


def sent() -> str:
    """All mails: heads, texts and pages."""
    told = []
    for one in outbox():
        message = one.message()
        parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
        told += [str(one.subject), *(part.decode() for part in parts if isinstance(part, bytes))]
    return "\n".join(told)


def outbox() -> list[EmailMessage]:
    sent: list[EmailMessage] = mail.outbox
    return sent


def test_C1_an_error_in_a_view_tells_nothing(table: Table, settings: Any) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["guest"] = signed_cookie(table.person("Ben").guest_id)
    with listening(settings) as told:
        response = client.post(f"/r/{table.code}/do/protect/", {"target": "3", "text": "doctor"})
    assert response.status_code == 500
    none_of(table, response.content.decode())
    assert any("EngineError" in one and "night.py" in one for one in told)
    none_of(table, "\n".join(told))
    assert len(outbox()) == 1
    assert "EngineError" in sent()
    assert table.person("Ben").guest_id not in sent()
    none_of(table, sent())


def test_C1_an_error_in_a_socket_tells_nothing(table: Table, settings: Any) -> None:
    from config.asgi import application  # noqa: PLC0415

    cookie = f"guest={signed_cookie(table.person('Ben').guest_id)}".encode()
    headers = [(b"host", b"testserver"), (b"cookie", cookie)]

    async def scene() -> str:
        socket = WebsocketCommunicator(application, f"/ws/r/{table.code}", headers)
        assert (await socket.connect())[0]
        await socket.send_json_to({"t": "do", "id": "a1", "verb": "protect", "target": 3})
        while True:
            text = str(await socket.receive_from(5))
            if '"a1"' in text:
                await socket.disconnect()
                return text

    with listening(settings) as told:
        answer = asyncio.run(scene())
    assert "refused" in answer
    none_of(table, answer)
    assert any("EngineError" in one for one in told)
    none_of(table, "\n".join(told))
    none_of(table, sent())
    assert "EngineError" in sent()


def failure() -> Exception:
    """An error about a secret, that came of another."""
    secret = "the doctor"
    try:
        try:
            raise KeyError(secret)
        except KeyError as error:
            raise RuntimeError(secret) from error
    except RuntimeError as error:
        error.add_note(secret)
        return error


def test_C1_a_report_has_no_values_in_any_mode(settings: Any) -> None:
    assert settings.DEFAULT_EXCEPTION_REPORTER == "config.reporting.Reporter"
    request = RequestFactory().post("/r/KIMO-TARU-58/do/protect/", {"target": "doctor"})
    request.COOKIES["guest"] = "the doctor"
    error = failure()
    for debug in (False, True):
        settings.DEBUG = debug
        reporter = Reporter(request, type(error), error, error.__traceback__)
        page = technical_500_response(request, type(error), error, error.__traceback__)
        for told in (reporter.get_traceback_text(), reporter.get_traceback_html(), page.content.decode()):
            assert "RuntimeError" in told
            assert "test_reporting.py" in told
            for secret in ("&#x27;the doctor", "'the doctor", "/do/protect", ": the doctor"):
                assert secret not in told.replace('secret = "the doctor"', "").replace(
                    "secret = &quot;the doctor&quot;", ""
                ), secret


def test_C1_logs_tell_neither_verbs_nor_the_words_of_errors() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(LineFormatter("{name}: {message}", style="{"))
    handler.addFilter(Discreet())
    logger = logging.getLogger("any")
    logger.addHandler(handler)
    error = failure()
    logger.error("Internal Server Error: %s after %s", "/r/KIMO/do/protect/", error, exc_info=error)
    logger.error("Down: %s", OperationalError("no connection"))
    logger.removeHandler(handler)
    told = out.getvalue()
    assert "any: Internal Server Error: /r/KIMO/do/…/ after RuntimeError\n" in told
    assert told.index("KeyError") < told.index("Which led to:") < told.rindex("RuntimeError")
    assert "doctor" not in told.replace('secret = "the doctor"', "")
    assert "Down: OperationalError: no connection" in told
    assert in_short(OSError("disk full")) == "OSError: disk full"


def test_C1_the_console_is_discreet_and_refused_forms_name_no_verb(caplog: pytest.LogCaptureFixture) -> None:
    console: Any = configured.LOGGING["handlers"]["console"]  # type: ignore[index]
    assert (console["filters"], console["formatter"]) == (["discreet"], "line")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/r/KIMO-TARU-58/do/protect/").status_code == 403
    assert "/do/…" in caplog.text
    assert "protect" not in caplog.text


def test_C1_whoever_watches_the_server_learns_that_it_serves(client: Client, table: Table) -> None:
    assert client.get("/healthz").content == b"ok"
