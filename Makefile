# Nightfall. `make help` lists what one can do here.

PORT ?= 8000
BIN := .venv/bin

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play setup test check bench soak balance lock system-packages

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 10

play: ## Serve a game night from this machine (PORT=8000 to change the port)
	@scripts/venv play
	@$(BIN)/python manage.py migrate --verbosity 0
	@scripts/static
	@exec $(BIN)/python manage.py play --port $(PORT)

setup: ## Make the development environment in .venv
	@scripts/venv dev

check: setup ## Linters, types and import contracts, without running a test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --check --lint templates
	$(BIN)/python manage.py check
	$(BIN)/python manage.py makemigrations --check --dry-run

PYTEST = $(BIN)/pytest --dist worksteal -n
# One worker more than there are cores: tests of pages wait for these now and then.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# The engine must be covered to the last branch, by tests that mean it: watching costs others half of their speed.
ENGINE_COVERAGE = --cov=games.engine --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

test: system-packages check ## All checks and all tests, as CI runs them
	$(PYTEST) auto $(ENGINE_COVERAGE) --junit-xml=var/engine.xml tests/engine
	$(PYTEST) $(WORKERS) --ignore=tests/engine --junit-xml=var/tests.xml
	$(BIN)/python manage.py clauses --junit var/engine.xml var/tests.xml

system-packages:
	@scripts/system-packages

bench: setup ## Measure speed
	$(BIN)/pytest tests/load -m bench

soak: setup ## Play many whole games, for a long time
	SOAK=1 $(PYTEST) auto -m soak

UV_COMPILE = $(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-annotate \
	--custom-compile-command "make lock" $(UPGRADE) pyproject.toml

balance: setup ## Play every preset at sizes from 5 to 40 among bots and write docs/balance.md
	$(BIN)/python manage.py balance

lock: setup ## Renew requirements/*.lock from pyproject.toml (UPGRADE=--upgrade takes newer versions)
	$(UV_COMPILE) --output-file requirements/play.lock
	$(UV_COMPILE) --group pyproject.toml:dev --constraint requirements/play.lock --output-file requirements/dev.lock
