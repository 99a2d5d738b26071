"""Says in one sentence why the web server can't listen at HOST PORT, and exits with 2; else says nothing."""

import socket
import sys


def port_problem(host: str, port: str) -> str | None:
    """The sentence; None when the port is free."""
    if not port.isdigit() or not 0 < int(port) < 65536:
        return f"PORT={port} is not a port. Give a number from 1 to 65535, as in: make run PORT=8001"
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            return f"Port {port} cannot be used: {why}. Choose another, as in: make run PORT={int(port) + 1}"
    return None


if __name__ == "__main__":
    problem = port_problem(sys.argv[1], sys.argv[2])
    if problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
