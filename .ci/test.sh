#!/usr/bin/env bash
# Every check, and every test that a change can reach (see .ci/unchanged.sh). A check that fails ends the run; a failing test
# does not keep the others from running, and runs once more, alone: one that passes then is named as unstable. The last line
# adds up the tests that ran.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/unchanged.sh"

cd "$root"
results=$root/target/test-results
rm -rf "$results"
mkdir -p "$results"
broken=()
unstable=()
unchanged=()

# step NAME CMD...: runs CMD and says how long it took; ends the run where CMD fails.
step() {
  local name=$1 since=$SECONDS
  shift
  say "$name"
  "$@" || die "$name failed"
  say "$name: $((SECONDS - since)) s"
}

# tests NAME PARTS LOG REPORT AGAIN CMD...: the same, but only remembers a failure; keeps the output in LOG. What REPORT names
# as failed runs once more by AGAIN, while nothing else does. Where all pass, the parts have passed.
tests() {
  local name=$1 parts=$2 log=$results/$3 report=$results/$4 again=$5 since=$SECONDS failed=()
  shift 5
  say "$name"
  # Before the tests: what is changed while they run has not passed.
  # shellcheck disable=SC2086  # several words
  look_at $parts
  if "$@" 2>&1 | tee "$log"; then
    # shellcheck disable=SC2086
    have_passed $parts
  else
    mapfile -t failed < <(node .ci/failed.mjs "$report")
    if [ ${#failed[@]} -gt 0 ] && say "once more: ${failed[*]}" && "$again" "${failed[@]}" 2>&1 | tee "$log.again"; then
      unstable+=("${failed[*]}" "$log")
    else
      broken+=("$name" "$log")
    fi
  fi
  say "$name: $((SECONDS - since)) s"
}

# why LOG: what of a log tells why tests failed. An error outside any test fails a run whose tests
# all passed, so failed tests alone do not tell.
why() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" |
    grep -E -A 6 'FAIL |Unhandled|Uncaught|^(Caused by: | *)[A-Za-z]*Error: |panicked at|^test .* FAILED|^error' |
    head -n 40
}

in_ui() {
  (cd admin-ui && "$@" </dev/null)
}

vitest() {
  local report=$results/$1.json
  shift
  in_ui npx --no-install vitest run --reporter=default --reporter=json --outputFile.json="$report" "$@"
}

# The workspace's own code is compiled by clippy's compiler, which is rustc with more lints: one build checks, lints and
# makes what the tests run. `cargo clippy` would compile every dependency once more, to check against it.
linted() {
  RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS="-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__" "$@"
}

compile() {
  linted cargo build --workspace --all-targets --locked
}

# Two tests for each processor: some wait for a node that is killed, or for a database that falls silent.
cargo_tests() {
  RUST_TEST_THREADS=$(($(nproc) * 2)) linted .ci/with-postgres.sh \
    cargo test --workspace --locked --no-fail-fast "$@" </dev/null
}

# Each program of tests through .ci/run-tests.sh, which leaves out what is unchanged.
server_tests() {
  local host
  host=$(rustc -vV | sed -n 's/^host: //p' | tr 'a-z-' 'A-Z_')
  export CARDEA_UNCHANGED="${unchanged[*]}" "CARGO_TARGET_${host}_RUNNER=$root/.ci/run-tests.sh"
  cargo_tests
}

ui_tests() {
  vitest "$@"
}

# Where the front end is unchanged, those that read the server's sources alone.
changed_ui_tests() {
  local files=()
  [[ " ${unchanged[*]} " != *" ui "* ]] ||
    mapfile -t files < <(cd admin-ui && grep -rlF core/src src --include='*.test.ts' --include='*.test.tsx')
  ui_tests ui "${files[@]}"
}

browser_tests() {
  vitest "$@" --config e2e/vitest.config.ts
}

# A name that no test has would pass unseen.
cargo_again() {
  local out=$results/cargo.again
  cargo_tests -- --exact "$@" | tee "$out" && [ "$(grep -cE '^test \S+ \.\.\. ok$' "$out")" -ge $# ]
}

ui_again() {
  ui_tests ui.again "$@"
}

browser_again() {
  browser_tests browser.again --maxWorkers 1 "$@"
}

# Databases and data folders of tests last for seconds: in memory, where there is plenty.
free_memory() {
  [ -w /dev/shm ] && df --output=avail -k /dev/shm | tail -n 1
}
if [ "$(free_memory || echo 0)" -ge $((4 * 1024 * 1024)) ]; then
  TMPDIR=$(mktemp -d /dev/shm/cardea-tests.XXXXXX)
  chmod 711 "$TMPDIR"
  trap 'rm -rf "$TMPDIR"' EXIT
  export TMPDIR
fi

for part in "${!PARTS[@]}"; do
  if is_unchanged "$part"; then
    say "unchanged since they passed (ALL=1 runs them): ${PARTS[$part]}"
    unchanged+=("$part")
  fi
done
step "set-up" .ci/setup.sh build lints npm peers browser postgres
step "format" cargo fmt --all --check
step "types and lints of the front end" in_ui npm run --silent check
step "types of the browser tests" in_ui npx --no-install tsc --noEmit -p e2e
tests "tests of the front end" ui ui.log ui.json ui_again changed_ui_tests
step "front end" .ci/ui.sh
step "size budgets" in_ui npm run --silent size
step "plugins" .ci/guest.sh
step "plugins in other languages" .ci/foreign-guests.sh
step "compilation and lints" compile
tests "tests of the server, the plugins and their tools" "server tools" cargo.log cargo.log cargo_again server_tests
tests "tests in a browser" "" browser.log browser.json browser_again browser_tests browser

for ((at = 0; at < ${#unstable[@]}; at += 2)); do
  printf 'unstable, failed once and passed alone: %s\n' "${unstable[at]}"
  why "${unstable[at + 1]}" || true
done
for ((at = 0; at < ${#broken[@]}; at += 2)); do
  printf 'failed: %s\n' "${broken[at]}"
  why "${broken[at + 1]}" || true
done
for part in "${unchanged[@]}"; do
  printf 'not run, as nothing that they depend on has changed since they passed: %s\n' "${PARTS[$part]}"
done
node .ci/tally.mjs "$results" ui.json browser.json cargo.log || broken+=("tally" "")
[ ${#broken[@]} -eq 0 ]
