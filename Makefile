# make play   everything set up, then a game in the browser
# make test   everything set up, then every test
VENV := .venv
PYTHON := $(VENV)/bin/python
HOT := $(wildcard src/fulgence/rules/*.py src/fulgence/rules/*.pxd src/fulgence/bots/*.py src/fulgence/bots/*.pxd \
	src/fulgence/env/*.py src/fulgence/env/*.pxd)
BUILT := $(VENV)/built
WEB := src/fulgence/server/static/index.html
WEB_SOURCES := $(shell find web -type f -not -path "*/node_modules/*" -not -path "*/generated/*" -not -name .built)
TOOLS := $(VENV)/tools
LAYS := tests/rulebook tests/laws tests/perft tests/playthroughs tests/cities tests/golden tests/bots

.PHONY: play test lint web-test rules oracle bench bench-server bench-browser golden screens messages schema sanitize clean

play: $(BUILT) $(WEB)
	@$(VENV)/bin/fulgence

$(VENV)/bin/python:
	python3 -m venv $(VENV)

$(BUILT): pyproject.toml setup.py $(HOT) | $(VENV)/bin/python
	@echo "Setting up (two to three minutes the first time) ..."
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable .
	@$(PYTHON) -m fulgence.build
	@touch $@

$(WEB): $(WEB_SOURCES) | $(BUILT)
	@$(PYTHON) packaging/webapp.py
	@touch -c $@

# The package is installed by now: only what the extra names is fetched, nothing is compiled again.
$(TOOLS): $(BUILT) $(WEB)
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check 'fulgence[dev]'
	@touch $@

test: lint web-test rules

lint: $(TOOLS)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

# The types of the web app, and the tests beside its sources.
web-test: $(TOOLS)
	@$(PYTHON) packaging/webapp.py check test

# The whole suite with whatever was built, then the rules again from their source.
rules: $(TOOLS)
	$(PYTHON) -m pytest -n 2 -q
	FULGENCE_INTERPRETED=1 FULGENCE_EXPECT=sheet.py $(PYTHON) -m pytest -n 2 -q $(LAYS)

# A million random moves of every city in the engine and in the oracle.
oracle: $(TOOLS)
	PYTHONPATH=tests $(PYTHON) tests/compare_oracle.py

# Rewrites what the web app's types are made from.
schema: $(TOOLS)
	$(PYTHON) tests/write_schema.py

# Rewrites the golden files; read the difference like code.
golden: $(TOOLS)
	$(PYTHON) tests/write_golden.py

# Keeps new pictures of the pages as right; look at them like at code.
screens: $(TOOLS)
	FULGENCE_REQUIRE_BROWSER=1 FULGENCE_WRITE_SCREENS=1 $(PYTHON) -m pytest -q tests/browser/test_screens.py

# Collects all messages and brings the catalogues of the languages up to date.
messages: $(TOOLS)
	$(PYTHON) tests/write_messages.py

bench: $(BUILT)
	$(PYTHON) bench/run.py

# The server under load, some minutes; bench/load.py --help tells how to run less. bench/starve.py measures how long a
# player waits for a bot while one address attacks.
bench-server: $(TOOLS)
	$(PYTHON) bench/load.py

# The web app in a real browser, about a minute.
bench-browser: $(TOOLS)
	$(PYTHON) bench/webapp.py

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
