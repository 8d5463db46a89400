"""Somebody with the cookies of a browser, who asks one process of a site and listens to another."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Callable, Mapping
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 20
"""Seconds for which anything is waited for."""

CONFIRM = 32
"""Frames after which a ping confirms them: half of what the server lets be on its way. Each ping makes the
server look for changes too, and were there more of them they would hide that a poke was lost."""


class Visitor:
    """``posts_to`` and ``listens_to`` are ports. ``page``: what the socket has put last into each element."""

    def __init__(self, name: str, posts_to: int, listens_to: int) -> None:
        self.name, self.posts_to, self.listens_to = name, posts_to, listens_to
        self.page: dict[str, str] = {}
        self.text = ""
        self.title = ""
        self._jar = CookieJar()
        self._http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self._line: ClientConnection | None = None
        self._ears: asyncio.Task[None] | None = None
        self._heard = asyncio.Event()
        self._answers: dict[str, str] = {}
        self._sent = 0
        self.get("/")

    # --- Pages ----------------------------------------------------------------------------------------------

    def get(self, path: str, port: int = 0) -> str:
        """The text at ``path``, from the process at ``port`` or else the one that is posted to."""
        with self._http.open(f"http://127.0.0.1:{port or self.posts_to}{path}", timeout=60) as response:
            return response.read().decode()

    def post(self, path: str, **fields: object) -> str:
        """Sends a form; gives the path of where that leads. HTTPError if it is refused."""
        return urlsplit(self._send_form(path, fields, {})[1]).path

    def press(self, path: str, **fields: object) -> None:
        """Sends a form as the script of a page does, and stays there. HTTPError if it is refused."""
        assert self._send_form(path, fields, {"HX-Request": "true"})[0] == 204

    def _send_form(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str]
    ) -> tuple[int, str]:
        """The status and the address of the answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.posts_to}{path}",
            urlencode(fields).encode(),
            {"X-CSRFToken": self._cookies()["csrftoken"], **headers},
        )
        with self._http.open(request, timeout=60) as response:
            return response.status, response.url

    def _cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self._jar}

    # --- The socket -----------------------------------------------------------------------------------------

    async def listen(self, path: str) -> None:
        """Opens the socket of a page, and waits for the first frame."""
        self.page, self.text, self.title = {}, "", ""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies().items())
        self._line = await connect(
            f"ws://127.0.0.1:{self.listens_to}{path}", additional_headers={"Cookie": cookies}
        )
        self._ears = asyncio.create_task(self._hear(self._line))
        await self.until(lambda: bool(self.text), "a first frame")

    async def hang_up(self) -> None:
        if self._line is not None and self._ears is not None:
            await self._line.close()
            await self._ears
            self._line = None

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Waits for frames until ``condition`` holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._heard.clear()
                    await self._heard.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name} never gets {what}, but {self.title}: {self.page}") from None

    async def reads(self, text: str) -> None:
        """Waits until ``text`` has come since the socket was opened, or since ``text`` was last read."""
        await self.until(lambda: text in self.text, repr(text))
        self.text = self.text.partition(text)[2]

    async def sees(self, title: str) -> None:
        """Waits until the phase with this title is on."""
        await self.until(lambda: self.title == title, repr(title))

    async def send(self, **message: Any) -> None:
        """Sends a command or a line, and waits until it was carried out."""
        assert self._line is not None
        self._sent += 1
        command = f"{self.name}-{self._sent}"
        await self._line.send(json.dumps({"id": command, **message}))
        await self.until(lambda: command in self._answers, f"an answer to {message}")
        assert self._answers[command] == "ack", self._answers[command]

    async def _hear(self, line: ClientConnection) -> None:
        async for text in line:
            message = json.loads(text)
            if message["t"] == "frame":
                self._note(message.get("html", "") + message.get("lines", ""))
                if message["seq"] % CONFIRM == 0:
                    await line.send(json.dumps({"t": "ping", "c": 0, "seq": message["seq"]}))
            elif "id" in message:
                self._answers[message["id"]] = message.get("text", message["t"])
            self._heard.set()

    def _note(self, html: str) -> None:
        self.text += html
        self.page |= dict(re.findall(r"<hx-partial id=([\w-]+)[^>]*>(.*?)</hx-partial>", html, re.DOTALL))
        for title in re.findall(r"<h1[^>]*>(.*?)</h1>", html):
            self.title = title
