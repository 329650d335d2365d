#!/usr/bin/env bash
# Every check and every test. A check that fails ends the run; a failing test does not keep the
# others from running. The last line adds up the tests that ran.
. "$(dirname "$0")/lib.sh"

cd "$root"
results=$root/target/test-results
rm -rf "$results"
mkdir -p "$results"
broken=()

# step NAME CMD...: runs CMD and says how long it took; ends the run where CMD fails.
step() {
  local name=$1 since=$SECONDS
  shift
  say "$name"
  "$@" || die "$name failed"
  say "$name: $((SECONDS - since)) s"
}

# tests NAME CMD...: the same, but only remembers a failure.
tests() {
  local name=$1 since=$SECONDS
  shift
  say "$name"
  "$@" || broken+=("$name")
  say "$name: $((SECONDS - since)) s"
}

in_ui() {
  (cd admin-ui && "$@" </dev/null)
}

vitest() {
  local report=$results/$1.json
  shift
  in_ui npx --no-install vitest run --reporter=default --reporter=json --outputFile.json="$report" "$@"
}

# `--all-targets` compiles what `cargo test` and the browser tests run, in the same profile and with
# the same features: nothing is compiled twice.
compile() {
  cargo build --workspace --all-targets --locked
}

cargo_tests() {
  .ci/with-postgres.sh cargo test --workspace --locked --no-fail-fast 2>&1 </dev/null |
    tee "$results/cargo.log"
}

step "set-up" .ci/setup.sh build lints npm browser postgres
step "format" cargo fmt --all --check
step "types and lints of the front end" in_ui npm run --silent check
step "types of the browser tests" in_ui npx --no-install tsc --noEmit -p e2e
tests "tests of the front end" vitest ui
step "front end" .ci/ui.sh
step "size budgets" in_ui npm run --silent size
step "plugins" .ci/guest.sh
step "clippy" cargo clippy --workspace --all-targets --locked -- -D warnings
step "compilation" compile
tests "tests of the server, the plugins and their tools" cargo_tests
tests "tests in a browser" vitest browser --config e2e/vitest.config.ts

for name in ${broken[@]+"${broken[@]}"}; do
  printf 'failed: %s\n' "$name"
done
node .ci/tally.mjs "$results" ui.json browser.json cargo.log || broken+=("tally")
[ ${#broken[@]} -eq 0 ]
