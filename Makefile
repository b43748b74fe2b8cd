# `make run` starts Toolcrib, `make test` runs every suite. What is up to date is not done again.
.PHONY: help run test chromium check-backend lint types imports schema check-schema check-frontend tests test-external benchmark lock clean
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
CONSOLE := backend/toolcrib/console
# Directories too: a deleted file changes the time of the one that held it.
CONSOLE_SOURCES := schema.graphql $(wildcard docs/examples/*.py) $(shell find frontend -mindepth 1 -path frontend/node_modules -prune -o \
	-path frontend/test-results -prune -o -path '*/graph/generated' -prune -o -name '*.tsbuildinfo' -o -print)
PYTEST := $(BIN)/pytest -c backend/pyproject.toml --rootdir=.
# A file stays with one process, so that its tests share their server; more than four processes want more memory than many have.
PARALLEL := --numprocesses=auto --maxprocesses=4 --dist=loadfile

help:
	@echo "make run            start Toolcrib on http://127.0.0.1:8000 (another port: make run TOOLCRIB_PORT=8001)"
	@echo "make test           run every suite: linters, types, schema, frontend, unit, integration, end to end"
	@echo "make lint           ruff and import-linter alone"
	@echo "make tests          pytest alone (some of it: make tests ARGS='-k catalog')"
	@echo "make test-external  the integration tests against a PostgreSQL server over TCP"
	@echo "make schema         write schema.graphql from the code"
	@echo "make benchmark      measure, and compare with the figures in docs/performance.md"
	@echo "make lock           write the lock files anew (needs uv and npm)"
	@echo "make clean          remove what was built or installed here (never your data)"

run: $(BIN)/python .make/console $(VENV)/.installed
	@exec $(BIN)/toolcrib serve

# Python's checks beside the frontend's; pytest alone at the end, so that its count is the last line.
test: chromium $(BIN)/python
	@$(MAKE) --no-print-directory -j2 check-backend check-frontend
	@$(MAKE) --no-print-directory tests ARGS="--cov --cov-config=backend/pyproject.toml --cov-report=term:skip-covered"

chromium:
	@scripts/ensure-chromium

check-backend: lint types imports check-schema

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check --config backend/pyproject.toml backend tests benchmarks
	$(BIN)/ruff format --check --config backend/pyproject.toml backend tests benchmarks

types: $(VENV)/.installed-dev
	cd backend && ../$(BIN)/mypy toolcrib

imports: $(VENV)/.installed-dev
	cd backend && ../$(BIN)/lint-imports

check-schema: $(VENV)/.installed-dev
	$(BIN)/toolcrib schema | diff -u schema.graphql - \
		|| { echo "schema.graphql is not what the code gives: run make schema and look at the change." >&2; exit 1; }

# After the build: both generate the types of the queries.
check-frontend: .make/console
	cd frontend && npm run --silent size && npm run --silent lint && npm run --silent typecheck && npm run --silent test

tests: $(VENV)/.installed-dev .make/console tests/conformance/node_modules/.installed
	$(PYTEST) $(PARALLEL) $(ARGS) tests

test-external: $(VENV)/.installed-dev
	TOOLCRIB_TEST_SERVER=external $(PYTEST) $(ARGS) tests/integration

schema: $(VENV)/.installed-dev
	mkdir -p .make && $(BIN)/toolcrib schema > .make/schema.graphql && mv .make/schema.graphql schema.graphql

benchmark: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks

lock:
	cd backend && uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --extra embedded --extra standard --group build pyproject.toml -o requirements.lock
	cd backend && uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --extra embedded --extra standard --group build --group dev -c requirements.lock \
		pyproject.toml -o requirements-dev.lock
	cd frontend && npm run lock
	cd tests/conformance && npm run lock

clean:
	rm -rf $(VENV) .make frontend/node_modules tests/conformance/node_modules $(CONSOLE) backend/*.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

# -- what the targets above stand on -----------------------------------------------------------------------------------

# A virtual environment that was half made, or whose Python is gone, is made again.
ifneq ($(shell $(BIN)/python -c 'import importlib.util as u; assert u.find_spec("pip")' 2>/dev/null && echo sound),sound)
.PHONY: $(BIN)/python $(VENV)/.installed $(VENV)/.installed-dev
endif
$(BIN)/python:
	@python=$$(scripts/find-python) && rm -rf $(VENV) && echo "Making $(VENV) with $$python" && $$python -m venv $(VENV)

$(VENV)/.installed: backend/requirements.lock backend/pyproject.toml | $(BIN)/python
	@echo "Installing the server's Python packages"
	@$(PIP) install --require-hashes --no-deps -r backend/requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e backend
	@touch $@

$(VENV)/.installed-dev: backend/requirements-dev.lock $(VENV)/.installed
	@echo "Installing the development packages"
	@$(PIP) install --require-hashes --no-deps -r backend/requirements-dev.lock
	@touch $@

frontend/node_modules/.installed: frontend/package-lock.json frontend/package.json
	@scripts/check-node
	@echo "Installing the console's packages"
	@cd frontend && npm ci --ignore-scripts --loglevel=error --no-update-notifier > /dev/null
	@touch $@

tests/conformance/node_modules/.installed: tests/conformance/package-lock.json tests/conformance/package.json
	@scripts/check-node
	@echo "Installing the suites that others wrote"
	@cd tests/conformance && npm ci --ignore-scripts --loglevel=error --no-update-notifier > /dev/null
	@touch $@

# Made again when somebody removed it.
ifeq ($(wildcard $(CONSOLE)/index.html),)
.PHONY: .make/console
endif
.make/console: $(CONSOLE_SOURCES) | frontend/node_modules/.installed
	@scripts/check-node
	@echo "Building the console"
	@cd frontend && npm run --silent build -- --logLevel=error
	@mkdir -p $(@D) && touch $@
