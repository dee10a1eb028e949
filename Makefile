# Two commands matter: `make run` starts Sprout with its demo, `make test` checks everything. `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

step := .ci/step
npm_installed := node_modules/.package-lock.json
app := frontend/dist/index.html

# What the built app is made of; its tests are not part of it.
app_sources := $(shell find frontend/src frontend/public clients/typescript/src -type f \
  -not -name '*.test.*' -not -path 'frontend/src/test/*')
app_sources += frontend/index.html frontend/vite.config.ts frontend/compress.mjs frontend/tsconfig.json frontend/package.json clients/typescript/package.json

# A build that happens once needs no notes for the next one.
ifdef CI
export CARGO_INCREMENTAL := 0
endif

.PHONY: help build run test test-full audit bench openapi fmt clean tools binary debug-binary

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

build: $(app) binary ## Build the front end and target/release/sprout with the front end inside

run: build ## Build, then start Sprout with its demo organization on http://127.0.0.1:8080
	@exec target/release/sprout serve --demo

test: tools ## Check everything; installs Chromium, PostgreSQL and PgBouncer (Debian packages) where they are missing
	@$(step) --begin
	@$(step) 'Rust: format' cargo fmt --all --check
	@$(step) 'Node packages' $(MAKE) $(npm_installed)
	@$(step) 'Generated client against openapi.json' npm run --silent check:client
	@$(step) 'TypeScript: types' npm run --silent typecheck
	@$(step) 'TypeScript: lint and format' npm run --silent lint
	@$(step) 'TypeScript: unit tests' npm run --silent test
	@$(step) 'Front end: build' $(MAKE) $(app)
	@$(step) 'Front end: budget' npm run --silent budget
	@$(step) 'Rust: clippy' cargo clippy --workspace --all-targets -- -D warnings
	@$(step) 'Rust: debug build' $(MAKE) debug-binary
	@$(step) 'openapi.json against the code' .ci/openapi-drift
	@$(step) 'Rust: tests, on SQLite' env SPROUT_TEST_DB=sqlite cargo test --workspace
	@$(step) 'Rust: integration tests, on PostgreSQL' env SPROUT_TEST_DB=postgres .ci/with-postgres cargo test --workspace --test it --test kills
	@$(step) 'Browser tests against the real binary' .ci/with-browser npm run --silent e2e
	@$(step) --total

test-full: test ## Everything of `make test`, with no suite sampled
	@$(step) '200 kills, on SQLite, and a full disk' env SPROUT_TEST_DB=sqlite SPROUT_TEST_KILLS=200 cargo test --test kills -- --include-ignored --nocapture
	@$(step) '200 kills, on PostgreSQL' env SPROUT_TEST_DB=postgres SPROUT_TEST_KILLS=200 .ci/with-postgres cargo test --test kills -- --nocapture
	@$(step) '100,000 requests at random, 100,000 guessed ids, 10,000 kept answers and 10,000 that hang up, on SQLite' env SPROUT_TEST_DB=sqlite SPROUT_TEST_REQUESTS=100000 cargo test --test it -- --nocapture random_requests guessed_ids questions_of_two hang_up
	@$(step) '100,000 requests at random, 100,000 guessed ids, 10,000 kept answers and 10,000 that hang up, on PostgreSQL' env SPROUT_TEST_DB=postgres SPROUT_TEST_REQUESTS=100000 .ci/with-postgres cargo test --test it -- --nocapture random_requests guessed_ids questions_of_two hang_up

audit: ## Look for published weaknesses in the components; needs the network and cargo-audit
	@.ci/audit

bench: build ## Run the benchmarks; results go to bench/results/
	@bench/run

openapi: tools $(npm_installed) ## Write openapi.json and the generated client anew
	cargo run --quiet --bin sprout -- openapi > target/openapi.json
	mv target/openapi.json openapi.json
	npm run --silent generate

fmt: tools $(npm_installed) ## Format Rust and TypeScript
	cargo fmt --all
	npm run --silent format -w frontend
	npx prettier --write clients/typescript

clean: ## Remove everything built; data/ stays
	rm -rf target node_modules clients/typescript/dist frontend/{dist,test-results,playwright-report}

tools:
	@.ci/tools

$(npm_installed): package-lock.json | tools
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(app): $(app_sources) $(npm_installed)
	npm run --silent build

# Cargo watches only the app's files that were there at its last build: an app newer than the binary means a new embedding.
binary: $(app)
	@if [ $(app) -nt target/release/sprout ]; then touch api/src/http/spa.rs; fi
	cargo build --release --bin sprout

# The tests' own build leaves the binary too, with the very dependencies that they use: nothing is compiled twice.
debug-binary: | tools
	cargo test --workspace --no-run
