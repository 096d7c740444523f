# What people and machines do with this source tree. Needs git, make and Python 3.11 or newer.
# Another Python: make play PYTHON=python3.12. Another environment: VENV=/some/folder.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# A module stays on one worker, which remembers the proofs of its games; modules in their order.
PYTEST = -m pytest --numprocesses auto --dist loadscope --no-loadscope-reorder
# Compiled once, for the workers and for every process that a test starts, whatever the surroundings say.
COMPILED = PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(abspath $(VENV)/pycache)
TEST = $(COMPILED) $(BIN)/python $(PYTEST)
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint requirements.lock

.PHONY: help play test test-slow coverage golden mutate check bench man dist lock clean

help:
	@echo "make play       a game of Inheritance against two bots, in this terminal"
	@echo "make test       the quick tests, on all cores"
	@echo "make test-slow  larger samples of the same, and games of several processes"
	@echo "make coverage   which lines and branches the quick tests reach, other processes included"
	@echo "make golden     write anew what tests compare with; read the difference"
	@echo "make mutate     take checks out one by one, and see that a test notices each"
	@echo "make check      style, formatting and types"
	@echo "make bench      how fast it is; prints a table"
	@echo "make man        write the manual page anew, after a change of commands"
	@echo "make dist       a wheel, and a single file for this system and version of Python; both tried"
	@echo "make clean      remove the environment that these commands make"

play: $(VENV)/can-play
	@$(BIN)/crownless play inheritance --bots 2 || test $$? -eq 3 # 3: paused

test: $(VENV)/can-test
	$(TEST)

test-slow: $(VENV)/can-test
	$(TEST) -m slow

coverage: $(VENV)/can-test
	$(BIN)/coverage erase
	$(COMPILED) $(BIN)/coverage run $(PYTEST) --deselect \
		tests/cli/test_main.py::test_nothing_heavy_is_loaded_before_a_table_is_opened # coverage is heavy
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

golden: $(VENV)/can-test # first the playthroughs: their digest is in every charter
	rm -f tests/cli/*/golden/*.txt # those of several parts are written part by part
	CROWNLESS_WRITE_GOLDEN=1 $(BIN)/python -m pytest -m golden tests/games
	CROWNLESS_WRITE_GOLDEN=1 $(BIN)/python -m pytest -m golden

mutate: $(VENV)/can-test
	$(BIN)/python -m tests.mutations

check: $(VENV)/can-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

bench: $(VENV)/can-play
	$(BIN)/python -m bench

man: $(VENV)/can-test
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/argparse-manpage --module cli.console.arguments \
		--function build_parser --project-name Crownless --manual-title "Crownless" \
		--description "games of succession, played peer to peer" --output docs/crownless.1

dist: $(VENV)/can-test # tried in an environment with nothing else in it
	rm -rf dist build/try && mkdir -p build
	$(BIN)/python -m pip wheel --disable-pip-version-check --quiet --no-deps --no-build-isolation \
		--wheel-dir dist .
	$(BIN)/shiv --quiet --compressed --console-script crownless --output-file dist/crownless.pyz \
		--python '/usr/bin/env python3' --constraint requirements.lock dist/crownless-*.whl
	$(PYTHON) -m venv build/try
	build/try/bin/python -m pip --disable-pip-version-check --quiet install \
		--constraint requirements.lock dist/crownless-*.whl
	.ci/try $(CURDIR)/build/try/bin/crownless
	.ci/try $(PYTHON) $(CURDIR)/dist/crownless.pyz

lock: # after a change of dependencies, in an environment made without the old lock
	{ echo "# Versions only; written by: make lock"; \
		$(BIN)/python -m pip freeze --all --exclude-editable | grep -v '^pip=='; } > requirements.lock

clean:
	rm -rf $(VENV) build dist .coverage*

$(VENV)/can-play: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Crownless needs Python 3.11 or newer; name one, such as: make play PYTHON=python3.12"; \
		exit 2; }
	@echo "Getting ready; this takes a minute, the first time only."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) setuptools
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/can-test: $(VENV)/can-play
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@
