#!/usr/bin/env bash
# Makes the profiles that .ci/release.sh compiles by, and puts them into bench/profile: the server, and the bare program that it
# is measured beside, are compiled with counters, the benchmark asks them what people and trial systems ask, and the counts
# are merged. What the server calls for a start is kept, too, for the linker to put in one place. To be done before a release,
# and after another compiler, other packages or other settings of [profile.release].
. "$(dirname "$0")/lib.sh"

cd "$root"
"$root/.ci/setup.sh" build bench postgres profile
kept=bench/profile
work=$root/target/profile
counting=$work/target/release
mkdir -p "$work"

say "the benchmark"
cargo build --release --locked -p cardea-bench --bin cardea-bench --bin cardea-lists --bin cardea-distance

rm -rf "$work/asked" "$work/counts"
mkdir -p "$work/asked"
cp target/release/cardea-{bench,lists,distance} "$work/asked"

# counted PROGRAM: compiles a program with counters, for the benchmark to ask. What is compiled to run during the compilation
# counts, too: to nowhere. The benchmark kills what it has started, which would then not write what it has counted: it is told
# to stop when that happens. What each counts is added to the same file.
counted() {
  say "$1, with counters"
  CARGO_TARGET_DIR=$work/target LLVM_PROFILE_FILE=/dev/null RUSTFLAGS="${RUSTFLAGS:-} -Cprofile-generate=$work" \
    cargo build --release --locked -p "$1"
  mkdir -p "$work/counts/$1"
  cat >"$work/asked/$1" <<EOF
#!/bin/bash
exec 3<&0
LLVM_PROFILE_FILE=$work/counts/$1/%m.profraw setpriv --pdeathsig TERM "$counting/$1" "\$@" <&3 &
wait \$!
EOF
  chmod +x "$work/asked/$1"
}

# ask PROGRAM ARGUMENT...: lets a program of the benchmark ask what is beside it, and waits until that has written. Who counts
# misses goals (status 2).
ask() {
  local status=0
  say "asking: $*"
  "${with[@]}" "$work/asked/$1" --disk "$work" "${@:2}" >"$work/asked.log" 2>&1 || status=$?
  if [ "$status" -ne 0 ] && [ "$status" -ne 2 ]; then
    tail -n 3 "$work/asked.log" >&2
    die "$1 failed"
  fi
  for _ in $(seq 1500); do
    pgrep -f "^$counting/cardea" >/dev/null || return 0
    sleep 0.2
  done
  die "a program has not stopped within five minutes"
}

# start COMMAND...: starts the server by a command on what an earlier start left, lets it rest and tells it to stop.
start() {
  local pid port=$((20000 + RANDOM % 12000))
  CARDEA_DATA_DIR=$work/start CARDEA_HTTP__LISTEN=127.0.0.1:$port CARDEA_HTTP__PUBLIC_URL=http://127.0.0.1:$port \
    CARDEA_PLUGINS__MAX_CALLS=1 "$@" serve >"$work/asked.log" 2>&1 &
  pid=$!
  for _ in $(seq 1500); do
    grep -q '^ready' "$work/asked.log" && break
    kill -0 $pid || die "the server does not start"
    sleep 0.2
  done
  # A first start compiles its plugins; each job runs a second time within a minute or so.
  sleep 75
  kill $pid
  wait $pid || die "the server has not stopped as it should"
}

# compressed FILE: on standard input, as well as can be (quality 11), over the largest window (2^24).
compressed() {
  node -e 'const { createBrotliCompress, constants: c } = require("node:zlib")
    const params = { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24 }
    process.stdin.pipe(createBrotliCompress({ params })).pipe(process.stdout)' >"$1"
  say "$1: $(($(stat -c %s "$1") / 1000)) kB"
}

# keep PROGRAM: what a program has counted becomes its profile.
keep() {
  local rlib=("$counting/deps/lib${1//-/_}"-*.rlib)
  "${merge[@]}" --text --output "$work/counted" "$work/counts/$1"/*.profraw
  strings -a "${rlib[@]}" | grep -oP '_ZN[\w.$]*?17h[0-9a-f]{16}E' | LC_ALL=C sort -u >"$work/own"
  node $kept/portable.mjs "$work/own" <"$work/counted" >"$work/portable"
  "${merge[@]}" --output "$work/$1.profdata" "$work/portable"
  compressed "$kept/$1.profdata.br" <"$work/$1.profdata"
}

counted cardea
counted cardea-bare

# The slower an answer, the longer it is asked for: all are to have about the same weight.
with=()
requests=(cardea-bench --systems cardea,bare --runs 1)
ask "${requests[@]}" --seconds 8 --codes 30000 --scenarios code-exchange,refresh
ask "${requests[@]}" --seconds 3 --scenarios userinfo,client-credentials-es256
ask "${requests[@]}" --seconds 1 --scenarios introspection,client-credentials-eddsa,client-credentials-rs256,discovery,jwks
ask cardea-lists --users 100000 --events 100000 --rounds 20 --keep "$work/lists"
with=("$root/.ci/with-postgres.sh")
ask cardea-distance --seconds 1

say "merging what was counted"
merge=("$(llvm_profdata)" merge)
keep cardea
keep cardea-bare
{
  profiled_with
  packages
} >$kept/made-with

# An emulator sees each function as the release has it: C, too, which has no counters, and nothing that became part of its
# caller. It has no room for the memory of many calls of plugins. What is local to a part of a crate is named after the part's
# content, which .ci/linker.sh adds.
say "a start"
rm -rf "$work/start" $kept/cardea.start.br
.ci/release.sh
start target/release/cardea
start valgrind --quiet --tool=callgrind --demangle=no --compress-strings=no \
  --callgrind-out-file="$work/called" target/release/cardea
grep -oP '^fn=\K[\w.$]+' "$work/called" | sed 'p; s/\.llvm\..*//' | LC_ALL=C sort -u | compressed $kept/cardea.start.br
rm -rf "$work/asked" "$work/counts" "$work/lists" "$work/start" "$work/called"
