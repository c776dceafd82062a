# make play   everything set up, then a game in the browser
# make test   everything set up, then the tests
VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check
STEP := python3 packaging/step.py
FULGENCE_SETUP_STARTED := $(or $(FULGENCE_SETUP_STARTED),$(shell date +%s))
export FULGENCE_SETUP_STARTED

# Empty files whose times tell make what is up to date.
BUILD_TOOLS := $(VENV)/build-tools
LIBRARIES := $(VENV)/libraries
COMPILED := $(VENV)/compiled
INSTALLED := $(VENV)/installed
TOOLS := $(VENV)/tools

PXD := $(shell find src -name "*.pxd")
WEB := src/fulgence/server/static/index.html
OFFLINE := src/fulgence/server/offline/files.json
BUNDLED := $(shell find src -name "*.py" -o -name "*.toml" -o -name "*.po" -o -name "*.weights" -o -name "*.jsonl")
WEB_SOURCES := $(shell find web -type f -not -path "*/node_modules/*" -not -path "*/generated/*" -not -name .built)
NPM := $(shell command -v npm)
LAYS := tests/rules tests/rulebook tests/laws tests/perft tests/playthroughs tests/cities tests/golden tests/bots

# Tests start hundreds of processes, each of which would compile the sources to bytecode again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play setup ready test lint web-test compiled interpreted rules oracle mutants fuzz kill power-cuts cities rolling-upgrade bench bench-server \
	bench-browser bench-offline offline site golden screens long ways pictures modules messages schema sanitize clean

play: setup
	@$(VENV)/bin/fulgence

# The compiler, pip and npm run in parallel, and the bundle for browsers is made meanwhile. When nothing has changed,
# nothing is done and nothing printed.
setup:
	@$(MAKE) --no-print-directory --jobs=3 ready

ready: $(INSTALLED) $(COMPILED) $(WEB) $(OFFLINE)
	@:

$(PYTHON):
	@python3 -c 'import sys; sys.exit("Fulgence needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@$(STEP) setting up, about a minute the first time
	@python3 -m venv $(VENV)

$(BUILD_TOOLS): pyproject.toml | $(PYTHON)
	@$(STEP) installing Cython and setuptools
	@$(PYTHON) packaging/requirements.py build | $(PIP) --requirement /dev/stdin
	@touch $@

$(LIBRARIES): pyproject.toml $(BUILD_TOOLS)
	@$(STEP) "installing the libraries"
	@$(PYTHON) packaging/requirements.py run | $(PIP) --requirement /dev/stdin
	@touch $@

$(COMPILED): setup.py src/fulgence/build.py $(PXD) $(PXD:.pxd=.py) $(BUILD_TOOLS)
	@$(STEP) compiling the rules and the bots
	@$(PYTHON) setup.py --quiet build_ext --inplace
	@touch $@

# Starts at once if the machine has npm; otherwise npm is installed with Cython and setuptools.
$(WEB): $(WEB_SOURCES) | $(if $(NPM),,$(BUILD_TOOLS))
	@$(if $(NPM),python3,$(PYTHON)) packaging/webapp.py
	@touch -c $@

# For browsers that play without a server. With what npm has fetched for the web app.
$(OFFLINE): $(BUNDLED) $(WEB) packaging/offline.py | $(PYTHON)
	@$(PYTHON) packaging/offline.py
	@touch -c $@

# Last, so that pip finds everything compiled and built.
$(INSTALLED): pyproject.toml $(LIBRARIES) | $(COMPILED) $(WEB)
	@$(STEP) installing fulgence in $(VENV)
	@$(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

# The package is installed by now: only what the extra names is fetched, nothing is compiled again.
$(TOOLS): pyproject.toml web/package-lock.json | setup
	@$(STEP) installing the test tools
	@$(PYTHON) packaging/webapp.py --tests & $(PIP) 'fulgence[dev]' && wait $$!
	@PYTHONPATH=tests $(PYTHON) -m browser.chromium
	@touch $@

# The whole suite often waits for a server or a browser; all the rest runs beside it.
test: $(TOOLS)
	@$(MAKE) --no-print-directory --jobs=2 compiled lint web-test interpreted

lint: $(TOOLS)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

# The types of the web app, and the tests beside its sources.
web-test: $(TOOLS)
	@$(PYTHON) packaging/webapp.py --tests check test

rules: compiled interpreted

# The whole suite with whatever was built.
compiled: $(TOOLS)
	$(PYTHON) -m pytest -n 3 --dist worksteal -q --durations=10

# The rules again, from their source.
interpreted: $(TOOLS)
	FULGENCE_INTERPRETED=1 FULGENCE_EXPECT=sheet.py $(PYTHON) -m pytest -q $(LAYS)

# A million random moves of every city in the engine and in the oracle.
oracle: $(TOOLS)
	PYTHONPATH=tests $(PYTHON) tests/compare_oracle.py

# One planted mistake after another, each of which the tests must notice; some minutes.
mutants: $(TOOLS)
	$(PYTHON) bench/mutants.py

# A million wrong messages to a server, and 1,000 servers killed in the middle of a game.
fuzz: $(TOOLS)
	$(PYTHON) bench/fuzz.py --messages 1000000
kill: $(TOOLS)
	$(PYTHON) bench/kill.py --kills 1000

# The power fails 10,000 times while a store writes; then a store that does not wait for the disk must lose something.
power-cuts: $(TOOLS)
	$(PYTHON) bench/power_cuts.py
	$(PYTHON) bench/power_cuts.py --cuts 200 --control

# Servers of an older version, which the Python OLD has installed, are replaced one by one while people play.
rolling-upgrade: $(TOOLS)
	PYTHONPATH=tests $(PYTHON) -m server.rolling_upgrade $(OLD)

# Rewrites what the web app's types are made from.
schema: $(TOOLS)
	$(PYTHON) tests/write_schema.py

# Rewrites the golden files; read the difference like code.
golden: $(TOOLS)
	$(PYTHON) tests/write_golden.py

# Keeps new pictures of the pages as right; look at them like at code.
screens: $(TOOLS)
	FULGENCE_REQUIRE_BROWSER=1 FULGENCE_WRITE_SCREENS=1 $(PYTHON) -m pytest -q tests/browser/test_screens.py

# What `make test` leaves out: the tests that are marked as long.
long: $(TOOLS)
	FULGENCE_REQUIRE_BROWSER=1 $(PYTHON) -m pytest -q -n 3 --dist worksteal -m long

# Whole games in the browser: each city with all add-ons, by mouse, by finger, by keys and by names; some minutes.
ways: $(TOOLS)
	FULGENCE_REQUIRE_BROWSER=1 $(PYTHON) -m pytest -q -n 2 -m "" tests/browser/test_ways.py

# Takes new pictures for the README, of a real game in a real browser and of the terminal.
pictures: $(TOOLS)
	$(PYTHON) docs/make_screenshots.py
	$(PYTHON) docs/make_picture.py

# Writes the list of modules in docs/design.md from their docstrings.
modules: setup
	$(PYTHON) docs/list_modules.py

# Collects all messages and brings the catalogues of the languages up to date.
messages: $(TOOLS)
	$(PYTHON) tests/write_messages.py

# 10,000 new cities, each made, read and played; some hours.
cities: $(TOOLS)
	$(PYTHON) bench/generated_cities.py --cities 10000 --games 200 --jobs 2

bench: setup
	$(PYTHON) bench/run.py

# The server under load, some minutes; bench/load.py --help tells how to run less. bench/bot_latency.py measures how long a
# player waits for a bot while one address attacks.
bench-server: $(TOOLS)
	$(PYTHON) bench/load.py

# The web app in a real browser, about a minute.
bench-browser: $(TOOLS)
	$(PYTHON) bench/webapp.py

# Everything that a browser needs to play without a server, in src/fulgence/server/offline.
offline: $(WEB) | $(PYTHON)
	@$(PYTHON) packaging/offline.py

# The game as static files in build/site, for the address / of a host, or another: make site SITE_BASE=/games/
site: setup
	@$(VENV)/bin/fulgence site build/site --base $(or $(SITE_BASE),/)

# A browser that plays without a server: how long a player waits, some minutes; then how strong its bots are and how long
# they think, about an hour. A run that was ended goes on where it was.
bench-offline: $(TOOLS)
	$(PYTHON) bench/offline.py
	$(PYTHON) bench/offline_arena.py

# The rules once more, built to stop at any wrong memory access or undefined operation.
sanitize: $(TOOLS)
	rm -rf build/sanitized && mkdir -p build/sanitized && cp -r src tests setup.py pyproject.toml README.md LICENSE build/sanitized
	find build/sanitized -name '*.so' -delete
	cd build/sanitized && FULGENCE_REQUIRE_COMPILED=1 FULGENCE_SANITIZE=address,undefined ../../$(PYTHON) setup.py --quiet build_ext --inplace
	cd build/sanitized && PYTHONPATH=src FULGENCE_EXPECT=sanitized ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		../../$(PYTHON) -m pytest -q -p no:cacheprovider $(LAYS)

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis bench/london_kernel
	find src -name '*.so' -delete
