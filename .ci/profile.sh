#!/usr/bin/env bash
# Makes the profile that .ci/release.sh compiles by, and puts it into bench/profile: the server is compiled with counters, the
# benchmark asks it what people and trial systems ask, and the counts are merged. To be done before a release, and after
# another compiler, other packages or other settings of [profile.release].
. "$(dirname "$0")/lib.sh"

cd "$root"
"$root/.ci/setup.sh" build bench postgres profile
kept=bench/profile
work=$root/target/profile
counting=$work/target/release
mkdir -p "$work"

say "the benchmark"
cargo build --release --locked -p cardea-bench --bin cardea-bench --bin cardea-lists --bin cardea-distance

# What is compiled to run during the compilation counts, too: to nowhere.
say "the server, with counters"
CARGO_TARGET_DIR=$work/target LLVM_PROFILE_FILE=/dev/null RUSTFLAGS="${RUSTFLAGS:-} -Cprofile-generate=$work" \
  cargo build --release --locked -p cardea

# The benchmark kills its servers, which would then not write what they counted: these are told to stop when it does so. What
# each counts is added to the same file.
server=$counting/cardea
rm -rf "$work/asked" "$work/counts"
mkdir -p "$work/asked" "$work/counts"
cat >"$work/asked/cardea" <<EOF
#!/bin/bash
exec 3<&0
LLVM_PROFILE_FILE=$work/counts/%m.profraw setpriv --pdeathsig TERM "$server" "\$@" <&3 &
wait \$!
EOF
chmod +x "$work/asked/cardea"
cp target/release/cardea-{bench,lists,distance} "$work/asked"

# ask PROGRAM ARGUMENT...: lets a program of the benchmark ask the server beside it, and waits until that has written. A server
# that counts misses goals (status 2).
ask() {
  local status=0
  say "asking: $*"
  "${with[@]}" "$work/asked/$1" --disk "$work" "${@:2}" >"$work/asked.log" 2>&1 || status=$?
  if [ "$status" -ne 0 ] && [ "$status" -ne 2 ]; then
    tail -n 3 "$work/asked.log" >&2
    die "$1 failed"
  fi
  for _ in $(seq 1500); do
    pgrep -f "^$server " >/dev/null || return 0
    sleep 0.2
  done
  die "a server has not stopped within five minutes"
}

# The slower an answer, the longer it is asked for: all are to have about the same weight.
with=()
requests=(cardea-bench --systems cardea --runs 1)
ask "${requests[@]}" --seconds 8 --codes 30000 --scenarios code-exchange,refresh
ask "${requests[@]}" --seconds 3 --scenarios userinfo,client-credentials-es256
ask "${requests[@]}" --seconds 1 --scenarios introspection,client-credentials-eddsa,client-credentials-rs256,discovery,jwks
ask cardea-lists --users 100000 --events 100000 --rounds 20 --keep "$work/lists"
with=("$root/.ci/with-postgres.sh")
ask cardea-distance --seconds 1

say "merging what was counted"
merge=("$(llvm_profdata)" merge)
"${merge[@]}" --text --output "$work/counted" "$work"/counts/*.profraw
strings -a "$counting"/deps/libcardea-*.rlib | grep -oP '_ZN[\w.$]*?17h[0-9a-f]{16}E' | LC_ALL=C sort -u >"$work/own"
node $kept/portable.mjs "$work/own" <"$work/counted" >"$work/portable"
"${merge[@]}" --output "$work/server.profdata" "$work/portable"
# The best that it can (quality 11), over the largest window (2^24).
node -e 'const { createBrotliCompress, constants: c } = require("node:zlib")
  const params = { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24 }
  process.stdin.pipe(createBrotliCompress({ params })).pipe(process.stdout)' <"$work/server.profdata" >$kept/server.profdata.br
{
  profiled_with
  printf 'packages: %s\n' "$(sha256sum <Cargo.lock | cut -d' ' -f1)"
} >$kept/made-with
rm -rf "$work/asked" "$work/counts" "$work/lists"
say "$kept/server.profdata.br: $(($(stat -c %s $kept/server.profdata.br) / 1000)) kB"
