"""PostgreSQL and Redis of the tests' own: started by the first test that asks, gone after the run.

A server runs under a keeper (`python -m tests.kit.servers NAME FOLDER`) that waits for the end of the run and
then stops exactly what it started, even when the run was killed.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
from psycopg import sql
from redis import Redis

from tests.kit import programs
from tests.kit.run import Run, locked

ROOT = Path(__file__).resolve().parents[2]


def postgres(run: Run) -> str:
    """The URL of a PostgreSQL database that is empty at first."""
    tools = [programs.find_postgres("initdb"), programs.find_postgres("pg_ctl")]
    return run.once("postgres", lambda: _keep("postgres", run, *tools))


def redis(run: Run, owner: str) -> str:
    """The URL of `owner`'s Redis. Each test process has one: what Redis publishes crosses its databases."""
    tool = programs.find("redis-server")
    return run.once(f"redis-{owner}", lambda: _keep(f"redis-{owner}", run, tool))


@contextmanager
def fresh_database(server_url: str) -> Iterator[str]:
    """A new, empty database on the server, dropped at the end."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield server_url.rpartition("/")[0] + f"/{name}"
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def empty(redis_url: str) -> str:
    """The same Redis with all it held thrown away."""
    with Redis.from_url(redis_url) as client:
        client.flushall()
    return redis_url


def _keep(name: str, run: Run, *tools: str) -> str:
    """Starts a keeper and gives the URL it prints once its server answers."""
    log = run.folder / f"{name}.log"
    with log.open("w") as errors:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.servers", name, str(run.folder), *tools],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # Ctrl+C is for pytest; the keeper ends when pytest has
        )
    assert keeper.stdout
    with keeper.stdout:
        line = keeper.stdout.readline()
    if not line:
        raise RuntimeError(f"{name} did not start:\n{log.read_text()}")
    keeper.returncode = 0  # from here on it looks after itself
    return line.strip()


# --- In the keeper's process --------------------------------------------------------------------------------


def keep(name: str, run: Run, tools: list[str]) -> None:
    serve = serve_postgres if name == "postgres" else serve_redis
    folder = run.folder / name
    folder.mkdir()
    with locked(run.folder / f"{name}.running"):
        try:
            with serve(folder, *tools) as url:
                sys.stdout.write(f"{url}\n")
                sys.stdout.flush()
                run.wait_for_end()
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def serve_postgres(folder: Path, initdb: str, pg_ctl: str) -> Iterator[str]:
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"
    # A socket in a folder of its own needs no port, so it cannot meet another server's.
    options = (
        f"-k {folder} -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    )

    def call(*command: str) -> None:
        subprocess.run([*as_user, *command], check=True, cwd=folder, stdout=sys.stderr)

    call(initdb, "--auth=trust", "--username=nightfall", "--encoding=UTF8", "--no-sync", "-D", str(data))
    call(pg_ctl, "start", "--wait", "-D", str(data), "-l", str(folder / "server.log"), "-o", options)
    try:
        yield f"postgres://nightfall@{quote(str(folder), safe='')}/postgres"
    finally:
        call(pg_ctl, "stop", "--wait", "--mode=immediate", "-D", str(data))


@contextmanager
def serve_redis(folder: Path, program: str) -> Iterator[str]:
    port = free_port()
    options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"]
    server = subprocess.Popen(
        [program, "--port", str(port), "--dir", str(folder), *options], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    try:
        for line in server.stdout:
            sys.stderr.write(line)
            if "Ready to accept connections" in line:
                break
        else:
            raise RuntimeError("redis-server ended at once")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    keep(sys.argv[1], Run(Path(sys.argv[2])), sys.argv[3:])
