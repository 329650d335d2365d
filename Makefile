# run    builds what is missing and starts the demonstration on http://127.0.0.1:8080
# test   every check, and every test that a change since the last pass can reach; ALL=1: every test
# check  formats, lints and types, without running anything
# attack tries the attacks on both engines: prints each with how often it was tried and refused
# timing measures whether an answer's time tells of accounts: minutes of sign-ins, and p values at the end
# bench  measures the release binary beside others, and puts the figures into docs/performance.md; what people
#        wait for in a browser it prints beside the budgets
# dist   the release binary with everything in it: target/release/cardea, its symbols beside it
# profile makes anew what tells `make dist` which code is called often: before a release
# kit    what a vendor needs to write a plugin, as one archive: target/kit/cardea-kit-<version>.tar.gz
# crates packages the crates of sdk/ and builds each from its package alone, as a registry would
# Each installs what it needs and is missing, and says so; see .ci/setup.sh.

.PHONY: help run test check attack timing bench dist profile kit crates browser-tests pictures format ui plugins
.NOTPARALLEL:

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

run: ui plugins
	cargo run --locked -p cardea -- demo

test:
	.ci/test.sh

# The server embeds the front end, and its tests the plugins: without them nothing type-checks.
check: ui plugins
	.ci/setup.sh lints
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cd admin-ui && npm run --silent check && npx --no-install tsc --noEmit -p e2e

attack: ui plugins
	.ci/attack.sh

# Apart from the other tests: a machine that does something else at the same time makes its figures worthless.
timing:
	.ci/setup.sh build postgres
	.ci/with-postgres.sh cargo test --locked -p cardea --lib no_answer_tells -- --ignored --nocapture --test-threads 1

# BENCH passes arguments on, such as BENCH='--scenarios refresh --runs 3'.
bench: ui plugins
	.ci/foreign-guests.sh
	.ci/setup.sh bench postgres
	.ci/release.sh
	.ci/release.sh cardea-bare
	cargo build --release --locked -p cardea-bench
	target/release/cardea-bench --page docs/performance.md --samples target/bench-samples.json $(BENCH)
	target/release/cardea-lists --page docs/performance.md
	target/release/cardea-plugins --page docs/performance.md
	target/release/cardea-authorising --page docs/performance.md
	taskset -c 0 target/release/cardea-messages --page docs/performance.md
	.ci/with-postgres.sh target/release/cardea-distance --page docs/performance.md
	.ci/with-postgres.sh target/release/cardea-scale --page docs/performance.md
	.ci/setup.sh browser npm
	cd admin-ui && CARDEA_BINARY=target/release/cardea node scripts/speed.mjs

dist: ui plugins
	.ci/release.sh
	.ci/symbols.sh target/release/cardea
	target/release/cardea openapi | cmp - admin-ui/openapi.json

profile: ui plugins
	.ci/profile.sh

kit:
	.ci/setup.sh build
	cargo build --release --locked -p cardea-plugin
	.ci/kit.sh target/release/cardea-plugin

crates:
	.ci/setup.sh build
	.ci/crates.sh

# The tests in a browser alone, for work on the portal and the console. They run against the binary
# that CARDEA_BINARY names, such as target/release/cardea, where it does.
browser-tests: ui plugins
	.ci/setup.sh browser
	[ -n "$(CARDEA_BINARY)" ] || cargo build --locked -p cardea
	cd admin-ui && npx --no-install vitest run --config e2e/vitest.config.ts

# The pictures of the documentation and of the manuals, taken during the same tests. CARDEA_PICTURES names
# a folder for every picture of the journeys, for whoever looks at a change.
pictures: export CARDEA_DOC_PICTURES = $(CURDIR)/docs/images
pictures: export CARDEA_MANUAL_PICTURES = $(CURDIR)/admin-ui/src/portal/help/pictures
pictures: browser-tests

format:
	cargo fmt --all
	cd admin-ui && npm run --silent format

ui:
	.ci/setup.sh build npm
	.ci/ui.sh

plugins:
	.ci/setup.sh build
	.ci/guest.sh
