#!/usr/bin/env bash
# Links a release: cc, but for --symbol-ordering-file. The compiler names what is local to a part of a crate after the content of
# that part (NAME.llvm.DIGEST), and every change of it gives other names: a file that lists NAME means each of them.
set -euo pipefail

arguments=() objects=() listed=
for argument in "$@"; do
  case $argument in
    -Wl,--symbol-ordering-file=*) listed=${argument#*=} ;;
    *.o) objects+=("$argument") arguments+=("$argument") ;;
    *) arguments+=("$argument") ;;
  esac
done
[ -n "$listed" ] || exec cc "${arguments[@]}"
order=$(mktemp)
trap 'rm -f "$order"' EXIT
{
  cat "$listed"
  nm --defined-only --format=just-symbols "${objects[@]}" |
    awk 'NR == FNR { listed[$0]; next } { name = $0 } sub(/\.llvm\..*/, "", name) && name in listed' "$listed" -
} >"$order"
cc "${arguments[@]}" "-Wl,--symbol-ordering-file=$order"
