"""The whole app on a free port, started as a user starts it; for browser journeys and benchmarks."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_up(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


class App:
    """A running Attention Atlas: its address, and the process group that the launcher leads.

    settings: environment variables beside those that keep it apart from other instances.
    """

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "app.log"
        kept = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "DATABASE_URL"}}
        self.environment = kept | {
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "CAPTURE_URL": str(folder / "captures"),
            "TRAINED_DIR": str(folder / "trained"),
            "HF_HUB_OFFLINE": "1",
            **settings,
        }
        for command in (["migrate", "--verbosity", "0"], ["install_examples"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, check=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scripts.launch"],
            cwd=ROOT,
            env=self.environment,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self, seconds: float = 90) -> None:
        end = time.monotonic() + seconds
        while not is_up(f"{self.address}/readyz"):
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the app did not come up:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.2)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)
