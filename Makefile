# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= .venv/bin/python
ARGS ?=
JOBS ?= 2

.PHONY: run test test-quick lint bench bench-load bench-vision audit lock clean

run: .venv/run.stamp
	@$(PYTHON) app.py run $(ARGS)

test: lint
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal

# Rules, tables, words and pages: what most changes can break, in less than one and a half minutes.
QUICK = tests/core tests/games tests/table tests/rulebook tests/commands tests/web/pages \
	tests/test_architecture.py tests/test_whole_small_game.py

test-quick: .venv/dev.stamp
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal -m "not slow and not browser and not photos" \
		-k "not postgres" $(QUICK)

lint: .venv/dev.stamp
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

bench: .venv/dev.stamp
	$(PYTHON) -m tests.bench

bench-load: .venv/dev.stamp
	$(PYTHON) -m tests.bench.bench_load $(ARGS)

bench-vision: .venv/dev.stamp
	$(PYTHON) -m tests.bench.bench_vision $(ARGS)

audit: .venv/dev.stamp
	@bash .ci/audit

lock:
	@bash .ci/lock

clean:
	rm -rf .venv

.venv/run.stamp: requirements.txt .ci/setup
	@bash .ci/setup run

.venv/dev.stamp: requirements.txt requirements-dev.txt requirements-postgres.txt .ci/setup
	@bash .ci/setup dev
