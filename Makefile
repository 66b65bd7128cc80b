# Everything that starts, tests and measures clubscore. Needs Python 3.11 or later, and make.

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; only looked for when the environment is made.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then echo $$name; break; fi; done)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --require-hashes
# Checks read the settings, which make a data folder: theirs, not the club's.
CHECK := env CLUBSCORE_DATA=.cache/checks DATABASE_URL= DATABASE_URL_FILE= $(BIN)/python

INSTALLED := $(VENV)/installed
INSTALLED_DEV := $(VENV)/installed-dev
COLLECTED := staticfiles/staticfiles.json
PACKAGES := clubscore accounts players movements events
TEMPLATES = $(shell find templates $(PACKAGES) -name '*.html')

.PHONY: help setup run hall test test-all coverage fuzz lint format bench wheel image pictures messages requirements

help:
	@echo "make run           start clubscore at http://127.0.0.1:8000 (PORT=... for another port)"
	@echo "               EMPTY=yes begins without the demo club"
	@echo "make hall          the same, and open it to the phones on the hall's Wi-Fi"
	@echo "make test          check and test everything, on SQLite, on PostgreSQL, in a browser"
	@echo "make test-all      the same with all tests on both databases, large ones, many examples"
	@echo "make coverage      how many branches of the domain and the services the tests take"
	@echo "make fuzz          feed every reader of files with 10,000 random and damaged ones"
	@echo "make lint          only the checks that read the code"
	@echo "make format        bring code and templates into the house's form"
	@echo "make bench         measure scoring, pairing, pages after a change, typing and a hall of phones"
	@echo "make setup         only make the environment, $(VENV)"
	@echo "make wheel         build the package, dist/clubscore-….whl, that uv, pipx and pip install"
	@echo "make image         build the image and start a container of it (root, buildah, debootstrap)"
	@echo "make pictures      take the pictures in docs anew"
	@echo "make messages      bring the Dutch up to date with the program, and say what is not translated"
	@echo "make requirements  pin the newest releases that pyproject.toml allows"

setup: $(INSTALLED_DEV)

# The same as: python3 start.py
run:
	@exec $(or $(PYTHON),python3) start.py $(if $(EMPTY),--empty)

hall: export CLUBSCORE_HALL = yes
hall: run

test: $(INSTALLED_DEV)
	@$(BIN)/python -m tools.suites

test-all: $(INSTALLED_DEV)
	@$(BIN)/python -m tools.suites --all

coverage: $(INSTALLED_DEV)
	@mkdir -p .cache/coverage
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n 2 --dist loadfile -m "not (browser or postgresql or race or large)" tests
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort cover --fail-under 95

# Every input in a second and 200 MB; the tests feed fewer, and do not look at the clock. glibc
# gives large pieces of memory back at once: in ten thousand it would keep gigabytes.
fuzz: $(INSTALLED_DEV)
	MALLOC_TRIM_THRESHOLD_=131072 FUZZ=10000 $(BIN)/python -m pytest -q -n 2 --timeout=0 tests/fuzz

lint: $(INSTALLED_DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/djade --check --target-version 5.2 $(TEMPLATES)
	$(BIN)/lint-imports
	@! grep -rnE '\.(objects|everybody)\b' --include='*.py' $(shell find $(PACKAGES) -path '*views*' -o -name 'forms*') \
		|| { echo "pages and forms read through selectors"; exit 1; }
	$(BIN)/python -m tools.dead_code
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml \
		docs/examples/compose.secrets.yaml
	$(CHECK) manage.py makemigrations --check --dry-run
	$(CHECK) -m mypy

format: $(INSTALLED_DEV)
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	-$(BIN)/djade --target-version 5.2 $(TEMPLATES)

bench: $(INSTALLED_DEV) $(COLLECTED)
	$(BIN)/python -m bench.scoring
	$(BIN)/python -m bench.pairing
	$(BIN)/python -m bench.pages
	$(BIN)/python -m bench.typing
	$(BIN)/python -m bench.tables
	$(BIN)/python -m bench.hall
	$(BIN)/python -m bench.exchange
	$(BIN)/python -m bench.readers
	$(BIN)/python -m bench.website

wheel: $(INSTALLED_DEV)
	@rm -rf dist
	@$(BIN)/python -m hatchling build --target wheel

image: $(INSTALLED)
	tools/try_image.sh

pictures: $(INSTALLED_DEV)
	PICTURES=docs/pictures $(BIN)/python -m pytest tests/browser/test_evening.py \
		tests/browser/test_rulings.py tests/browser/test_series.py tests/browser/test_tournament.py \
		tests/browser/test_registration.py tests/browser/test_hall_phone.py
	PICTURES=docs/pictures $(BIN)/python -m pytest -m large tests/browser/test_club_site.py

messages: $(INSTALLED_DEV)
	$(BIN)/python -m tools.messages

requirements: $(INSTALLED_DEV)
	$(BIN)/python -m tools.pin

$(INSTALLED): requirements.txt requirements-solver.txt
	@test -n "$(PYTHON)" || \
		{ echo "clubscore needs Python 3.11 or later; name it: make PYTHON=/path/to/python3"; exit 1; }
	@CLUBSCORE_DATA=.cache/checks $(PYTHON) start.py --setup
	@touch $@

$(INSTALLED_DEV): requirements-dev.txt $(INSTALLED)
	@echo "Installing what the tests need ..."
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

# Folders stand among the sources, so that a removed file counts as a change.
$(COLLECTED): $(INSTALLED) clubscore/settings.py $(shell find static docs/pictures $(PACKAGES) -path '*static*' -o -path '*pictures*')
	@$(CHECK) manage.py collectstatic --noinput --clear --verbosity 0
	@touch $@
