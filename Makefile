# The two commands: `make run` and `make test`. What a command needs goes to .venv when it is first called, by the
# locks in requirements/: run, then what test adds, then what check adds.
PYTHON ?= python3
BIN := .venv/bin
CORES := $$($(BIN)/python -c 'from yahtzee_core.turn.machine import cores; print(cores())')
KERNEL_DIR := src/yahtzee_core/turn/kernel
KERNEL := setup.py pyproject.toml $(wildcard $(KERNEL_DIR)/*.pyx $(KERNEL_DIR)/*.h) $(KERNEL_DIR)/stripped.py \
  $(filter-out $(KERNEL_DIR)/_turn.c,$(wildcard $(KERNEL_DIR)/*.c)) \
  $(addprefix src/yahtzee_core/solve/kernel/,_exact.pyx exact.c) $(wildcard src/yahtzee_core/solve/kernel/*.h)

.PHONY: run test check coverage toy tsp approx duel endgame maxi blind export serve site wasm docs lint bench setup lock clean
# Compiled modules are kept, whatever the shell says: a run starts two hundred processes.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:

run: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)"

toy: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/toy.yaml

tsp: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/tsp.yaml

duel: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/duel.yaml

endgame: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/endgame.yaml

maxi: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/maxi.yaml

approx: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/approx.yaml

blind: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/blind.yaml

export: .venv/kernel
	$(BIN)/python -m snakemake --cores "$(CORES)" --configfile config/export.yaml

# The page in a browser; Ctrl-C ends it.
serve: .venv/kernel .venv/test
	$(BIN)/yahtzee serve --open

# The page as a folder of static files, build/play, for any host.
site: .venv/kernel .venv/test
	$(BIN)/yahtzee site --out build/play

# The kernel of that page, compiled anew; the package holds the file, so that nobody needs the compiler.
wasm: setup
	$(BIN)/python tools/build_wasm.py src/yahtzee_core/web/local/kernel.wasm

PYTEST := $(BIN)/python -m pytest --dist loadfile --no-loadscope-reorder --durations=10

# What is quick, and needs nothing but .venv.
test: .venv/kernel .venv/test
	$(PYTEST) -n "$(CORES)" -m "not slow" tests

# Everything; the documents over the results of `make run`, where they are there. One worker more than cores: that of
# Slurm waits most of its time.
check: setup
	$(PYTEST) -n "$$(($(CORES) + 1))" tests

# The lines of the package that `make test` runs in its own processes.
coverage: .venv/kernel .venv/test
	$(PYTEST) -n "$(CORES)" -m "not slow" --cov=yahtzee_core --cov-report=term-missing:skip-covered --cov-fail-under=95 tests

lint: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m snakefmt --check Snakefile workflow
	$(BIN)/python -m snakemake --lint --quiet
	$(BIN)/python -m check_jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/python -m mypy
	$(BIN)/python -c 'from importlinter.cli import lint_imports_command; lint_imports_command()' --no-logo

docs: setup
	$(BIN)/python -m yahtzee_core.tables.dictionary docs/data.md
	$(BIN)/python docs/figures.py docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build  # --quiet would hide the warnings from --strict
	$(BIN)/yahtzee site --out build/site/play

bench: .venv/kernel
	$(BIN)/python bench/bench.py

# All of it.
setup: .venv/kernel .venv/check

# Python compiles a module when it is first imported; pip would compile them all, one after another (13 CPU seconds,
# 108 MB).
PIP := -m pip install --quiet --disable-pip-version-check --no-compile

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "error: $(PYTHON) is missing or older than 3.11; expected Python >= 3.11 (make PYTHON=...)" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "error: $(PYTHON) has no venv module; expected it (Debian: apt install python3-venv)" >&2; exit 2; }
	@$(PYTHON) -c 'import os, sysconfig; sys_h = os.path.join(sysconfig.get_path("include"), "Python.h"); raise SystemExit(not os.path.exists(sys_h))' || \
	  { echo "error: the headers of $(PYTHON) are missing; expected Python.h (Debian: apt install python3-dev)" >&2; exit 2; }
	@command -v "$${CC:-cc}" >/dev/null || \
	  { echo "error: no C compiler '$${CC:-cc}'; expected gcc or clang (Debian: apt install gcc libc6-dev)" >&2; exit 2; }
	$(PYTHON) -m venv .venv

# A lock holds all versions, so nothing is left to resolve. A lane comes after the one that it adds to, so that two
# never install at once under make -j.
.venv/test: .venv/run | .venv/kernel
.venv/check: .venv/test
.venv/run .venv/test .venv/check: .venv/%: requirements/%.lock | .venv/bin/python
	$(BIN)/python $(PIP) --no-deps --require-hashes --requirement $<
	@touch $@

.venv/kernel: .venv/run $(KERNEL)
	@rm -f $(KERNEL_DIR)/_turn.*.so src/yahtzee_core/solve/kernel/_exact.*.so  # Python would load one with a longer name first
	$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Exact versions of everything, for all platforms and Pythons that pyproject.toml allows: the largest lane first, then
# the others within its versions.
EXTRAS := --extra workflow --extra search --extra web --extra rl --group build --group test
COMPILE = build/uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header
lock:
	$(PYTHON) -m venv build/uv
	build/uv/bin/python $(PIP) uv
	$(COMPILE) $(EXTRAS) --extra cluster --group check --output-file requirements/check.lock pyproject.toml
	$(COMPILE) $(EXTRAS) --constraint requirements/check.lock --output-file requirements/test.lock pyproject.toml
	$(COMPILE) --extra workflow --group build --constraint requirements/check.lock --output-file requirements/run.lock pyproject.toml

clean:
	rm -rf .venv build results logs benchmarks .snakemake
