# The two commands: `make run` and `make test`. Everything that they need goes to .venv.
PYTHON ?= python3
BIN := .venv/bin
CORES := $$($(BIN)/python -c 'from yahtzee_core.turn.machine import cores; print(cores())')
KERNEL_DIR := src/yahtzee_core/turn/kernel
KERNEL := setup.py pyproject.toml $(wildcard $(KERNEL_DIR)/*.pyx $(KERNEL_DIR)/*.h) $(KERNEL_DIR)/stripped.py \
  $(filter-out $(KERNEL_DIR)/_turn.c,$(wildcard $(KERNEL_DIR)/*.c)) \
  $(addprefix src/yahtzee_core/solve/kernel/,_exact.pyx exact.h exact.c)

.PHONY: run test check coverage toy tsp approx duel endgame maxi blind docs lint bench setup lock clean
.DELETE_ON_ERROR:

run: setup
	$(BIN)/python -m snakemake --cores "$(CORES)"

toy: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/toy.yaml

tsp: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/tsp.yaml

duel: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/duel.yaml

endgame: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/endgame.yaml

maxi: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/maxi.yaml

approx: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/approx.yaml

blind: setup
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/blind.yaml

PYTEST := $(BIN)/python -m pytest --dist loadfile --no-loadscope-reorder --durations=10

# What is quick, and needs nothing but .venv.
test: setup
	$(PYTEST) -n "$(CORES)" -m "not slow" tests

# Everything. One worker more than cores: that of Slurm waits most of its time.
check: setup
	$(PYTEST) -n "$$(($(CORES) + 1))" tests

# The lines of the package that `make test` runs in its own processes.
coverage: setup
	$(PYTEST) -n "$(CORES)" -m "not slow" --cov=yahtzee_core --cov-report=term-missing:skip-covered --cov-fail-under=95 tests

lint: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m snakefmt --check Snakefile workflow/rules
	$(BIN)/python -m snakemake --lint --quiet
	$(BIN)/python -m mypy
	$(BIN)/python -c 'from importlinter.cli import lint_imports_command; lint_imports_command()' --no-logo

docs: setup
	$(BIN)/python -m yahtzee_core.tables.dictionary docs/data.md
	$(BIN)/python docs/figures.py docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build  # --quiet would hide the warnings from --strict

bench: setup
	$(BIN)/python bench/bench.py

setup: .venv/installed

.venv/installed: requirements.lock $(KERNEL)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "error: $(PYTHON) is missing or older than 3.11; expected Python >= 3.11 (make PYTHON=...)" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "error: $(PYTHON) has no venv module; expected it (Debian: apt install python3-venv)" >&2; exit 2; }
	@$(PYTHON) -c 'import os, sysconfig; sys_h = os.path.join(sysconfig.get_path("include"), "Python.h"); raise SystemExit(not os.path.exists(sys_h))' || \
	  { echo "error: the headers of $(PYTHON) are missing; expected Python.h (Debian: apt install python3-dev)" >&2; exit 2; }
	@command -v "$${CC:-cc}" >/dev/null || \
	  { echo "error: no C compiler '$${CC:-cc}'; expected gcc or clang (Debian: apt install gcc libc6-dev)" >&2; exit 2; }
	[ -x $(BIN)/python ] || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Exact versions of everything, for all platforms and Pythons that pyproject.toml allows.
lock:
	uv pip compile --quiet --universal --generate-hashes --extra workflow --extra cluster --extra search --extra web --extra dev --no-header \
	  --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv build results logs benchmarks .snakemake
