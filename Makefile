# hyperoxo's commands; `make help` lists them.
#
# Every target sets up what it needs, each step once: a stamp file in .venv records when the step was last done, and
# depends on the files that the step reads. Cargo.lock and requirements/*.txt pin everything that is installed.

PYTHON ?= python3
ARGS ?=
# The profile of Cargo.toml for the core and the checker; `wheel` compiles them as for a wheel, in more time.
PROFILE ?= release

VENV := .venv
BIN := $(VENV)/bin
CREATED := $(VENV)/.created
BUILD_TOOLS := $(VENV)/.build-tools
REPORT_PARTS := $(VENV)/.report-tools
WEB_PARTS := $(VENV)/.web-tools
RL_PARTS := $(VENV)/.rl-tools
PICTURE_PARTS := $(VENV)/.pictures-tools
DEV_TOOLS := $(VENV)/.dev-tools
PACKAGE_TOOLS := $(VENV)/.package-tools
DOCS_TOOLS := $(VENV)/.docs-tools
COMPILED := $(VENV)/.compiled
INSTALLED := $(VENV)/.installed
CORE := $(COMPILED) $(INSTALLED)
CHECKER := $(BIN)/oxo-check
BUILT_WITH := $(VENV)/.profile-$(PROFILE)
NODE_TOOLS := web/node_modules/.installed
PAGE := python/hyperoxo/server/page/index.html
API := build/openapi.json
API_TYPES := web/src/api/schema.ts
TESTED_PACKAGE := build/package/.built
STUBS_TESTED := $(VENV)/.stubs-tested
WEB_LINTED := $(VENV)/.web-linted
WEB_TESTED := $(VENV)/.web-tested
RUST_LINTED := $(VENV)/.rust-linted
RUST_TESTED := $(VENV)/.rust-tested
RUSTC := $(VENV)/.rustc-$(shell rustc --version 2>/dev/null | tr -c '[:alnum:].\n' -)

# A recipe with $(MAKE) itself would run under make -n, too.
MAKE_QUIETLY = $(MAKE) --no-print-directory

# Each step is 'what it is for=its targets'; scripts/steps makes them, with a line and the seconds of each. Python packages
# are installed while cargo compiles, and the core is installed last: pip must not run twice at a time.
STEPS_MAKE = MAKE='$(MAKE) PYTHON=$(PYTHON) PROFILE=$(PROFILE)'
STEPS = $(STEPS_MAKE) scripts/steps
PACKAGES := 'Python packages=$(WEB_PARTS) $(REPORT_PARTS) $(PICTURE_PARTS)'
INSTALL := 'package=$(INSTALLED)'
COMPILE := 'core, in Rust=$(COMPILED)' 'checker of proofs=$(CHECKER)'
SET_UP = $(STEPS) 'tools that build=$(BUILD_TOOLS)' -- $(COMPILE) -- $(PACKAGES) 'page=$(PAGE)'

PYTHON_CODE := $(wildcard python tests benchmarks examples scripts/*.py theorems/*.py docs/site/*.py)
PAGE_SOURCES := $(wildcard web/*.ts web/*.js web/*.json web/index.html web/scripts/*.ts docs/historic/*.md) docs/results.md python/hyperoxo/coach.json $(foreach part,players puzzles,$(wildcard python/hyperoxo/$(part)/*.json*)) $(shell find web/src $(wildcard web/public) -type f ! -path $(API_TYPES))
PYTHON_LINTED_FILES := $(shell find $(PYTHON_CODE) -name '*.py' -o -name '*.pyi')
# A file that has left has changed the name.
PYTHON_LINTED := $(VENV)/.python-linted-$(shell echo $(PYTHON_LINTED_FILES) | cksum | cut -d ' ' -f 1)
# A number for what the tests of Python may read: all files of the project; a new one each time where git can't tell.
FILES = git ls-files --cached --others --exclude-standard
CONTENT = $(shell { $(FILES) $1 || date +%N; $(FILES) -z $1 | xargs -0 cat; } 2>/dev/null | cksum | cut -d ' ' -f 1)
UNIT_TESTED := $(VENV)/.unit-tested-$(call CONTENT,. ':!web')
BROWSER_TESTED := $(VENV)/.browser-tested-$(call CONTENT)
OTHERS_TESTED := $(BROWSER_TESTED:$(VENV)/.browser%=$(VENV)/.others%)
# Those of the crates that are not of the workspace.
OTHER_RUST := $(wildcard benchmarks/core/*.rs research/fuzzing/fuzz/src/*.rs)
SHELL_SCRIPTS := .ci/run .githooks/pre-commit $(filter-out %.py %/__pycache__,$(wildcard scripts/*)) python/hyperoxo/cli/completion/oxo.bash
RUST_SOURCES := Cargo.toml Cargo.lock .cargo/config.toml $(wildcard crates/*/Cargo.toml) $(shell find crates -path '*/src/*.rs')
# What the checks of Rust and of the page read, folders included, since a file may have left one.
RUST_CHECKED := $(RUST_SOURCES) $(OTHER_RUST) clippy.toml rustfmt.toml scripts/check_layers.py docs/formats/certificate.md python/hyperoxo/store/letters.json $(wildcard theorems/certificates/*) tests/golden/certificates.txt $(shell find crates)
WEB_CHECKED := $(PAGE_SOURCES) $(API_TYPES) $(NODE_TOOLS) $(wildcard docs/*.md docs/*/*.md tests/golden/*.json) $(shell find web -mindepth 1 \( -path web/node_modules -o -path web/.svelte-check -o -path $(API_TYPES) \) -prune -o -print)
PACKAGE_SOURCES := $(RUST_SOURCES) pyproject.toml LICENSE scripts/build_backend.py tests/support/wheels.py \
	$(wildcard docs/historic/*.md) $(addprefix docs/,glossary.md library.md players.md review.md statistics.md formats/ugi.md) \
	$(shell find python -type f ! -name '*.pyc' ! -name '*.so' ! -path '*/server/page/*')

# The environment of every recipe: our .venv, even if another one is active; a core that links to no libpython; and no
# variables of make's job server, which cargo could not reach. PYTHONUNBUFFERED hides errors that users see when their output
# cannot be written; with PYTHONDONTWRITEBYTECODE every process of the tests would compile the package again.
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PYO3_BUILD_EXTENSION_MODULE := 1
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE MAKEFLAGS MFLAGS

# .cargo/config.toml asks for instructions that processors have had since about 2013; an older one does without.
ifeq ($(shell uname -m):$(shell grep -cw avx2 /proc/cpuinfo 2>/dev/null),x86_64:0)
export RUSTFLAGS := -C target-cpu=x86-64
endif

# The stamp of tests of Rust and the page is as old as their start: what changes while they run is tested the next time.
BEGUN = @touch $@.begun
PASSED = @mv $@.begun $@

.DELETE_ON_ERROR:
.SUFFIXES:
# Two installations into one environment must not run at a time.
.NOTPARALLEL:

##@ Play

.PHONY: play
play: ## set up everything and serve the page, at the address that is printed; ARGS="--port 8080" passes options on
	@$(SET_UP)
	@$(STEPS) $(INSTALL)
	@$(BIN)/oxo serve $(ARGS)

##@ Build

.PHONY: build
build: $(CORE) $(CHECKER) $(WEB_PARTS) $(REPORT_PARTS) $(PICTURE_PARTS) $(PAGE) ## leave a working .venv with .venv/bin/oxo and .venv/bin/oxo-check, and build the page

$(CREATED):
	@scripts/check-tools $(PYTHON)
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The lock files of requirements/, in the order in which each is a constraint of the next.
LOCKS := build web report cluster postgres rl pictures notebook docs package dev

$(VENV)/.%-tools: requirements/%.txt
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r $<
	@touch $@

EXTRAS := $(filter-out build docs package dev,$(LOCKS))
$(BUILD_TOOLS): $(CREATED)
$(EXTRAS:%=$(VENV)/.%-tools): $(BUILD_TOOLS)
$(DEV_TOOLS): $(EXTRAS:%=$(VENV)/.%-tools)
$(PACKAGE_TOOLS) $(DOCS_TOOLS): $(DEV_TOOLS)

# Both are installed anew after the other profile; cargo keeps what it compiled with each.
$(BUILT_WITH): | $(CREATED)
	@rm -f $(VENV)/.profile-*
	@touch $@

# The package is installed as a link to its sources, beside which the core is put.
$(COMPILED): $(RUST_SOURCES) $(BUILD_TOOLS) $(BUILT_WITH)
	$(BIN)/maturin develop --skip-install --profile $(PROFILE) --locked
	@touch $@

$(INSTALLED): pyproject.toml Cargo.toml $(BUILD_TOOLS) | $(COMPILED)
	$(BIN)/maturin develop --profile $(PROFILE) --locked
	@touch $@

# The checker of proofs is a separate program, which needs no other part. cargo does not replace a program that has not
# changed, so it is touched.
$(CHECKER): Cargo.toml Cargo.lock .cargo/config.toml crates/oxo-check/Cargo.toml $(wildcard crates/oxo-check/src/*.rs) $(BUILT_WITH)
	cargo install --quiet --locked --profile $(PROFILE) --path crates/oxo-check --root $(VENV)
	@touch $@

$(NODE_TOOLS): web/package.json web/package-lock.json web/.npmrc | $(CREATED)
	npm --prefix web ci
	@touch $@

# The server serves the page from its own folder. The build empties that first, and fails if the first script grows too big.
$(PAGE): $(PAGE_SOURCES) $(NODE_TOOLS)
	npm --prefix web run --silent build
	@touch $@

# The pages are written every time, since many files of the package may change them.
.PHONY: man
man: $(CORE) ## make the manual pages in build/man from the parsers of the commands: man -l build/man/oxo.1
	@$(BIN)/python -m hyperoxo.cli.pages build/man

# glibc 2.17 is the oldest that Rust supports.
.PHONY: wheel
wheel: $(PACKAGE_TOOLS) $(PAGE) man ## build the package in dist: a wheel for every Python from 3.11, and a source package
	$(BIN)/python scripts/build_backend.py --manylinux 2_17 dist
	$(BIN)/twine check --strict dist/hyperoxo-*

##@ Check

.PHONY: check
check: $(CREATED) ## lint and test what differs from origin/main, by tests/covers.toml, in seconds
	@$(STEPS_MAKE) $(BIN)/python scripts/check.py $(PACKAGES) $(COMPILE) $(INSTALL) 'page=$(PAGE)' \
	'tools of Python=$(DEV_TOOLS)' 'tools of the page=$(NODE_TOOLS)'

.PHONY: test test-ci test-slow test-all test-slowly test-rust test-python test-web
test: ## lint, then run the tests of what a user is promised: one road of each page, one Python, SQLite
	@$(SET_UP) 'tools=$(DEV_TOOLS) $(NODE_TOOLS)'
	@EVERY=60 $(STEPS) $(INSTALL) -- 'tests of modules=$(UNIT_TESTED)' -- 'tests of programs and server=$(OTHERS_TESTED)' \
	-- 'lint of Python=$(PYTHON_LINTED)' 'tests in the browser=$(BROWSER_TESTED)' \
	-- 'lint of the page=$(WEB_LINTED)' 'tests of the page=$(WEB_TESTED)' \
	'lint of Rust=$(RUST_LINTED)' 'tests of Rust=$(RUST_TESTED)'

# Continuous integration runs `make test` before it.
test-ci: ## what a change can break in the package and with PostgreSQL, and the rules that need all types of page and core
	@$(SET_UP) 'tools=$(DEV_TOOLS) $(PACKAGE_TOOLS) $(NODE_TOOLS)'
	@EVERY=60 $(STEPS) $(INSTALL) -- 'wheel=$(TESTED_PACKAGE)' 'tests of the package and PostgreSQL=test-python-ci' \
	-- 'types of the page=lint-web-types' 'stubs of the core=lint-stubs'

test-slow: ## what costs minutes and seldom breaks: every Python, other systems, research, notebooks, every sight, Coq, more examples
	@$(SET_UP) 'tools=$(DEV_TOOLS) $(PACKAGE_TOOLS)'
	@EVERY=60 $(STEPS) $(INSTALL) 'wheel=$(TESTED_PACKAGE)' \
	-- 'types on other systems=lint-systems' 'research=research-test' -- 'slow tests=test-python-slow'

test-all: ## all three parts, before an issue is resolved
	@for part in test test-ci test-slow; do $(MAKE_QUIETLY) $$part PYTHON=$(PYTHON) PROFILE=$(PROFILE) || exit 1; done

.PHONY: test-python-ci test-python-slow
test-python-ci: CHOSEN = -m ci
test-python-slow: CHOSEN = -m 'slow or hypothesis and not ci' --hypothesis-profile more
test-python-ci test-python-slow: $(CORE) $(CHECKER) $(DEV_TOOLS) $(PAGE) $(TESTED_PACKAGE)
	@$(PYTEST) $(CHOSEN) $(ARGS)

test-rust: $(CREATED) ## run the tests of the Rust crates, examples in comments included; ARGS="-p oxo-check verdicts" chooses
	cargo test --locked $(ARGS)

# The browser tests need a Chromium, which the script finds or installs.
ONE_PROCESS = CHROMIUM=$$(scripts/chromium) && export CHROMIUM && $(SLOWLY) $(BIN)/pytest
# Half of the time a test waits for a process, so that two processors take four tests at a time.
PYTEST = $(ONE_PROCESS) --numprocesses 4 --dist worksteal

# What `make check` takes for PYTEST.
WITHOUT_BROWSER := $(BIN)/pytest

test-python: $(CORE) $(CHECKER) $(DEV_TOOLS) $(PAGE) ## run the tests of Python in `make test`; ARGS="-k qubic" chooses among them
	@$(PYTEST) -m 'not ci and not slow' $(ARGS)

# The same in three parts, lanes of `make test`: each collects its own tests, where each worker collects all of them.
$(VENV)/.unit-tested-%: PART = tests/unit
$(VENV)/.browser-tested-%: PART = tests/browser
$(VENV)/.others-tested-%: PART = tests --ignore tests/unit --ignore tests/browser

$(VENV)/.unit-tested-% $(VENV)/.browser-tested-% $(VENV)/.others-tested-%: $(CORE) $(CHECKER) $(DEV_TOOLS) $(PAGE)
	@rm -f $(@:%$*=%)*
	@$(ONE_PROCESS) -m 'not ci and not slow' $(PART)
	@touch $@

# Eight times as slow, and as patient.
test-slowly: SLOWLY = HYPEROXO_PATIENCE=1920 $(BIN)/python scripts/slowly.py
test-slowly: test-python ## the same at an eighth of the speed, which fails no test: ARGS="tests/api"

test-web: $(NODE_TOOLS) ## run the tests of the page's own code; ARGS="lines" chooses among them
	npm --prefix web run --silent test -- $(ARGS)

$(RUST_TESTED): $(RUST_CHECKED) $(RUSTC)
	$(BEGUN)
	@$(MAKE_QUIETLY) test-rust ARGS=
	$(PASSED)

$(WEB_TESTED): $(WEB_CHECKED)
	$(BEGUN)
	@$(MAKE_QUIETLY) test-web ARGS=
	$(PASSED)

# The package that tests install: what `make wheel` leaves in dist, from the source package.
$(TESTED_PACKAGE): $(PACKAGE_SOURCES) $(PAGE) $(PACKAGE_TOOLS) | man
	PYTHONPATH=.:tests $(BIN)/python -m support.wheels
	@touch $@

CARGO_MUTANTS := 27.1.0

# The copy of the sources has what is beside the repository beside it, as the tests of the dictionary expect.
.PHONY: mutants
mutants: $(CREATED) ## change the checker in one place after the other, and list the changes that no test notices; an hour or more
	@cargo mutants --version >/dev/null 2>&1 || \
	{ echo 'cargo-mutants: not installed; type cargo install --locked cargo-mutants@$(CARGO_MUTANTS), which takes minutes' >&2; exit 2; }
	@mkdir -p build
	copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && ln -s $(abspath ..)/shared "$$copy" && \
	TMPDIR="$$copy" nice -n 10 cargo mutants --jobs 1 --output build $(ARGS)

.PHONY: lint lint-rust lint-python lint-stubs lint-web lint-systems
lint: lint-python lint-rust lint-web ## format, style, types and imports, all without changing a file

lint-python: $(PYTHON_LINTED)
$(PYTHON_LINTED): $(CORE) $(DEV_TOOLS) pyproject.toml $(PYTHON_LINTED_FILES) $(SHELL_SCRIPTS)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/mypy $(PYTHON_CODE)
	$(BIN)/lint-imports --no-logo
	$(BIN)/shellcheck $(SHELL_SCRIPTS)
	@rm -f $(VENV)/.python-linted-*
	@touch $@

# The stubs are compared with the core, Python is linted in `make test`, and Rust and the page are linted and tested there,
# when a file that the check reads has changed.
lint-stubs: $(STUBS_TESTED) ## compare the types of the core with the core
$(STUBS_TESTED): $(CORE) $(DEV_TOOLS) pyproject.toml $(wildcard python/hyperoxo/*.py python/hyperoxo/*.pyi)
	MYPYPATH=python $(BIN)/stubtest --mypy-config-file pyproject.toml hyperoxo._core
	@touch $@

# What is never imported where it cannot run, so that it is not read as on Windows and macOS.
LINUX_ONLY := process|reaper|server/pipe

lint-systems: $(CORE) $(DEV_TOOLS) ## the types of the package, as on Windows and macOS
	for system in win32 darwin; do $(BIN)/mypy --platform $$system --cache-dir .mypy_cache/$$system --follow-imports silent \
	  --exclude 'hyperoxo/ugi/($(LINUX_ONLY))\.py$$' python || exit 1; done

# With the profile of the core, whose macros are compiled already.
lint-rust: $(RUST_LINTED)
$(RUSTC): | $(CREATED)
	@rm -f $(VENV)/.rustc-*
	@touch $@

$(RUST_LINTED): $(RUST_CHECKED) $(RUSTC)
	cargo fmt --check
	rustfmt --check --edition 2024 $(OTHER_RUST)
	cargo clippy --profile $(PROFILE) --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc --profile $(PROFILE) --no-deps --document-private-items --locked
	$(BIN)/python scripts/check_layers.py
	@touch $@

lint-web: $(WEB_LINTED)
$(WEB_LINTED): $(WEB_CHECKED)
	npm --prefix web run --silent lint
	@touch $@

# As `make check` does: types by the compiler's cache, which does not see all that a whole run sees.
.PHONY: lint-web-quickly
lint-web-quickly: $(API_TYPES) $(NODE_TOOLS)
	npm --prefix web run --silent lint -- --incremental

.PHONY: lint-web-types
lint-web-types: $(API_TYPES) $(NODE_TOOLS) ## the rules for the page that need types, which take most of a minute
	npm --prefix web run --silent lint:types

.PHONY: lint-workflow
lint-workflow: $(DEV_TOOLS) ## check the workflow that builds wheels for all systems, and CITATION.cff, without a network
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet --persona pedantic .github/workflows
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

CARGO_DENY := 0.20.2

.PHONY: deny
deny: ## check licences and sources of all crates with cargo-deny, by deny.toml and without a network
	@cargo deny --version >/dev/null 2>&1 || \
	{ echo 'cargo-deny: not installed; type cargo install --locked cargo-deny@$(CARGO_DENY), which takes minutes' >&2; exit 2; }
	for crate in . benchmarks/core; do \
	cargo deny --offline --locked --manifest-path $$crate/Cargo.toml check --config $(CURDIR)/deny.toml licenses sources bans || exit 1; done

.PHONY: fmt
fmt: $(DEV_TOOLS) $(NODE_TOOLS) ## format everything, with the corrections that the linters know to be safe
	$(BIN)/ruff check --fix-only $(PYTHON_CODE)
	$(BIN)/ruff format $(PYTHON_CODE)
	cargo fmt
	rustfmt --edition 2024 $(OTHER_RUST)
	npm --prefix web run --silent fmt

.PHONY: screenshots
screenshots: $(CORE) $(DEV_TOOLS) $(PAGE) ## leave pictures of everything on the page in build/screenshots
	CHROMIUM=$$(scripts/chromium) && export CHROMIUM && PYTHONPATH=tests $(BIN)/python -m support.sights

.PHONY: controls
controls: $(CORE) $(DEV_TOOLS) $(PAGE) ## count what games on the page show that can be clicked, on a desktop and on phones
	@CHROMIUM=$$(scripts/chromium) && export CHROMIUM && PYTHONPATH=tests $(BIN)/python scripts/count_controls.py

##@ Measure

BENCHES := --locked --manifest-path benchmarks/core/Cargo.toml --target-dir target

.PHONY: bench-core bench
bench-core: $(CREATED) ## measure single operations of oxo-core; ARGS="--bench perft" chooses
	cargo clippy $(BENCHES) --all-targets -- -D warnings
	cargo bench $(BENCHES) $(ARGS)

bench: bench-core $(CORE) $(CHECKER) $(DEV_TOOLS) $(PAGE) ## measure speeds, and check the counts behind them
	@for program in benchmarks/bench_*.py; do echo $$program; $(BIN)/python $$program || exit 1; done

.PHONY: signature
signature: $(CORE) $(DEV_TOOLS) ## write the node counts that tests compare anew, after a change of a search
	PYTHONPATH=tests $(BIN)/python -m support.bench_signature

# The proofs of docs/results.md: of boards, of boards after a first move, and one made small. That of 4x4x4 after 112
# takes longest.
PROOFS := 3x3x3 4x4x4 4x4x4-111 4x4x4-112 4x4x4-small 4x4x4x4

.PHONY: proofs $(PROOFS:%=proof-%)
proofs: $(PROOFS:%=proof-%) ## prove the results of docs/results.md, and check the proofs: half an hour and 1 GB

# The proofs from which the books that the package ships are made.
BOOKS := 4x4x4-soonest-small 4x4x4x4-soonest

$(sort $(PROOFS:%=proof-%) $(BOOKS:%=proof-%)): proof-%: $(CORE) $(CHECKER)
	@mkdir -p build/proofs
	$(BIN)/oxo solve $(subst -1, --moves 1,$(subst -small, --minimise,$(subst -soonest, --shorten,$*))) --force \
	--certificate build/proofs/$*.oxc $(ARGS)
	$(CHECKER) build/proofs/$*.oxc

.PHONY: books $(BOOKS:%=book-%) $(BOOKS:%=proof-%)
books: $(BOOKS:%=book-%) ## make the books that the package ships, from proofs that it makes first: half an hour

# A book whose text is the same stays as it is, since another version of zlib may compress it to other bytes.
$(BOOKS:%=book-%): book-%: $(CORE) $(CHECKER)
	@test -e build/proofs/$*.oxc || $(MAKE_QUIETLY) proof-$*
	@mkdir -p build/books
	$(BIN)/oxo book build/proofs/$*.oxc --force --out build/books/$*.book.gz
	@shipped=python/hyperoxo/solver/books/$(subst -small,,$(subst -soonest,,$*)).book.gz; \
	if [ "$$(gzip -cd build/books/$*.book.gz | cksum)" = "$$(gzip -cd $$shipped | cksum)" ]; then echo "$$shipped is this book"; \
	else cp build/books/$*.book.gz $$shipped && echo "$$shipped is a new book"; fi

.PHONY: load
load: $(CORE) $(DEV_TOOLS) $(PAGE) ## attack a server on this machine for 40 s, and measure what a move takes meanwhile; ARGS="--minutes 10 --attack" for longer
	PYTHONPATH=tests $(BIN)/python benchmarks/load_server.py $(ARGS)

.PHONY: learning
learning: $(CORE) $(RL_PARTS) ## learn 3x3x3 by self-play, half a minute, and write the curve of docs/learning.md anew
	$(BIN)/python examples/self_play.py --record docs/learning.json $(ARGS)
	$(BIN)/python examples/learning_curve.py docs/learning.json docs/images/learning.svg

# research/Makefile has these; it sets up an environment of its own, with the core of this one.
RESEARCH := research-test research-fmt atlas atlas-pages boxes puzzles strategy theorems-large fuzz experiments experiment-pages \
	$(patsubst research/experiments/pages/%.md,experiment-%,$(wildcard research/experiments/pages/*.md))
.PHONY: $(RESEARCH)
research-test: ## lint and test the research behind the published results; research/README.md lists its other targets
$(RESEARCH): $(CORE)
	@$(MAKE_QUIETLY) -C research $@ ARGS='$(ARGS)'

##@ Prove

# theorems/Makefile does it, with the package to read certificates.
THEOREMS = $(MAKE_QUIETLY) -C theorems BUILD=$(CURDIR)/build/theorems PYTHON=$(CURDIR)/$(BIN)/python

.PHONY: coq theorems
coq:
	@$(THEOREMS) tools

theorems: coq $(CORE) ## prove who wins 3x3x3, 4x4x4 and more in Coq, from nothing but the rules: docs/theorems.md
	@$(THEOREMS)

##@ Document

# Sphinx reads pages that lie as they do on the site. It fetches nothing, and a warning is an error.
.PHONY: docs
docs: $(CORE) $(DOCS_TOOLS) ## make the documentation a site, build/site/index.html, and check its links
	rm -rf build/site
	$(BIN)/python scripts/docs_pages.py lay-out build/site-pages
	$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going --conf-dir docs/site --doctree-dir build/site-doctrees \
	build/site-pages build/site
	$(BIN)/python scripts/docs_pages.py check-loads build/site

##@ Maintain

# Each picture of the docs is drawn from the game in the record beside it.
docs/images/%.svg: docs/images/%.txt $(wildcard python/hyperoxo/svg/*.py) | $(CORE)
	$(BIN)/python -c 'import sys; from hyperoxo import record, svg; print(svg.board(*record.load(sys.argv[1])), end="")' $< >$@

# The description of the API is made every time, since any file of the package may change it, and kept if it is the same.
.PHONY: api always
$(API): $(CORE) $(WEB_PARTS) always
	@mkdir -p $(@D)
	@$(BIN)/python -m hyperoxo.server >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(API_TYPES): $(API) $(NODE_TOOLS)
	npm --prefix web run --silent api
	@touch $@

api: $(API_TYPES) ## make the types of the API, with which the page is checked; building it needs none

.PHONY: notebooks
notebooks: $(CORE) $(DEV_TOOLS) ## run the notebooks of the docs, and store their outputs in them
	$(BIN)/python scripts/run_notebooks.py $(ARGS)

.PHONY: pictures
pictures: $(CORE) $(PICTURE_PARTS) $(patsubst %.txt,%.svg,$(wildcard docs/images/*.txt)) ## draw the pictures of the docs and the icons of the page anew
	$(BIN)/python scripts/draw_explanations.py
	$(BIN)/python scripts/draw_icons.py
	$(BIN)/python scripts/draw_answers.py
	sed -n 's/^\$$ \(oxo .*\)/\1 --force/p' docs/pictures.md | (cd docs/images/pictures && PATH="$(abspath $(BIN)):$$PATH" sh -e)

# Run it with the lowest supported Python, which needs some packages that newer ones do not. A find-links folder would add
# local files.
PIP_COMPILE = CUSTOM_COMPILE_COMMAND='make lock' PIP_FIND_LINKS= ../$(BIN)/pip-compile --quiet \
	--generate-hashes --strip-extras --allow-unsafe --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	$(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: $(DEV_TOOLS) ## write the lock files anew after a change of requirements, and the table of letters; UPGRADE=1 takes the newest versions
	cd requirements && for lock in $(LOCKS); do $(PIP_COMPILE) --output-file $$lock.txt $$lock.in || exit 1; done
	for crate in . benchmarks/core; do cargo update --manifest-path $$crate/Cargo.toml $(if $(UPGRADE),,--workspace) || exit 1; done
	mkdir -p build
	cargo run --quiet --locked --package oxo-core --example letters > build/letters.json
	mv build/letters.json python/hyperoxo/store

.PHONY: clean
clean: ## remove everything that make has created
	rm -rf $(VENV) research/.venv target build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f python/hyperoxo/_core*.so
	rm -rf web/node_modules web/.svelte-check $(API_TYPES) python/hyperoxo/server/page
	find $(PYTHON_CODE) research -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^##@ /{printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' Makefile

.DEFAULT_GOAL := help
