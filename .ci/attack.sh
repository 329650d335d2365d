#!/usr/bin/env bash
# Runs the attacks on both engines: the tests in modules named `attacks`. Prints each attack with how often
# it was tried and refused, and the sums. They are part of `make test` too.
. "$(dirname "$0")/lib.sh"

cd "$root"
log=$root/target/test-results/attack.log
mkdir -p "$(dirname "$log")"
.ci/setup.sh build peers postgres
status=0
.ci/with-postgres.sh cargo test --workspace --locked --no-fail-fast -- attacks:: --nocapture >"$log" 2>&1 </dev/null ||
  status=$?
grep -aoE 'attack: .*: [0-9]+ tried, [0-9]+ refused' "$log" | sed 's/^attack: //' | LC_ALL=C sort || true
grep -aoE '[0-9]+ tried, [0-9]+ refused' "$log" |
  awk '{ tried += $1; refused += $3 } END { printf "%d attacks tried, %d refused\n", tried, refused }'
[ "$status" -eq 0 ] || { grep -aE -A 6 'panicked at|^test .* FAILED|^error' "$log" | head -n 40 >&2; }
exit "$status"
