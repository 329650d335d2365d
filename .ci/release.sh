#!/usr/bin/env bash
# Builds the server as it is released: target/release/cardea. A profile of the server at work (bench/profile, made by
# .ci/profile.sh) tells the compiler what is called often, and what never: the first is made fast, the other small.
# Usage: .ci/release.sh
. "$(dirname "$0")/lib.sh"

cd "$root"
# The names of functions depend on what is asked for here: packages get their features by it.
build=(cargo build --release --locked -p cardea)
kept=bench/profile
if [ "$(profiled_with)" != "$(grep -v '^packages:' $kept/made-with)" ]; then
  say "the profile in $kept was made with another compiler or other settings: without it (\`make profile\` makes it anew)"
  exec "${build[@]}"
fi
grep -qx "packages: $(sha256sum <Cargo.lock | cut -d' ' -f1)" $kept/made-with ||
  say "the profile in $kept was made with other packages, and knows nothing of what is new (\`make profile\` makes it anew)"

# Named by its content: cargo compiles anew where its flags differ, not where a file does.
profile=$root/target/profile/$(digest $kept/server.profdata.br).profdata
mkdir -p "$(dirname "$profile")"
if [ ! -f "$profile" ]; then
  node -e 'process.stdin.pipe(require("node:zlib").createBrotliDecompress()).pipe(process.stdout)' \
    <$kept/server.profdata.br >"$profile.part"
  mv "$profile.part" "$profile"
fi

# What has changed since is compiled without, and is not worth a word each.
RUSTFLAGS="${RUSTFLAGS:-} -Cprofile-use=$profile -Cllvm-args=-no-pgo-warn-mismatch" exec "${build[@]}"
