"""Speed, as ratios against a reference measured in the same run: `python -m bench`, or `make bench`."""

import os

# As in the web process: on a machine that is shared, a second BLAS thread slows a small product down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
