"""Starts every part of Attention Atlas under one log, and stops them together.

With REDIS_URL set, that server is used; else an embedded Valkey starts and stops with the rest.
"""

import os
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import redis
from honcho.environ import parse_procfile
from honcho.manager import Manager
from honcho.printer import Printer

from scripts.port import port_problem

ROOT = Path(__file__).resolve().parent.parent
HOST = os.environ.get("HOST", "127.0.0.1")
PORT = os.environ.get("PORT", "8000")


def start_valkey() -> tuple["subprocess.Popen[str]", str]:
    """The embedded server and its address; it ends when its standard input closes."""
    server = subprocess.Popen(
        [sys.executable, "-m", "scripts.broker"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stdout
    address = server.stdout.readline().strip()
    if not address:
        sys.exit("The embedded Valkey did not start. Set REDIS_URL to a Redis or Valkey server of your own.")
    return server, address


def redis_problem(address: str) -> str | None:
    """Why the given server can't be used, in one sentence without the address, which may hold a password."""
    try:
        redis.Redis.from_url(address, socket_connect_timeout=5).ping()
    except (redis.RedisError, ValueError) as error:
        return f"REDIS_URL names no server that answers: {' '.join(str(error).split()).rstrip('.')}."
    return None


def announce(address: str, started: float) -> None:
    """Says where to look as soon as the page is served."""
    while True:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    seconds = time.monotonic() - started
    print(f"\n    Attention Atlas is at {address}/  (ready in {seconds:.1f} s; Ctrl-C stops it)\n", flush=True)


def main() -> int:
    started = time.monotonic()
    given = os.environ.get("REDIS_URL")
    problem = port_problem(HOST, PORT) or (redis_problem(given) if given else None)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    environment = os.environ | {
        "HOST": HOST,
        "PORT": PORT,
        "PYTHONUNBUFFERED": "1",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    valkey = None
    if not given:
        valkey, environment["REDIS_URL"] = start_valkey()
    manager = Manager(Printer(sys.stdout))
    for name, command in parse_procfile((ROOT / "Procfile").read_text()).processes.items():
        manager.add_process(name, command, env=environment, cwd=str(ROOT))
    shown = "127.0.0.1" if HOST == "0.0.0.0" else HOST
    threading.Thread(target=announce, args=(f"http://{shown}:{PORT}", started), daemon=True).start()
    try:
        manager.loop()
    finally:
        if valkey and valkey.stdin:
            valkey.stdin.close()
            valkey.wait(timeout=10)
    stopped_by_hand = (130, 143)
    return 0 if manager.returncode in stopped_by_hand else int(manager.returncode or 0)


if __name__ == "__main__":
    sys.exit(main())
