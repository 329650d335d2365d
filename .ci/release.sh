#!/usr/bin/env bash
# Builds a program as it is released, the server by default: target/release/PROGRAM. A profile of the program at work
# (bench/profile, made by .ci/profile.sh) tells the compiler what is called often, and what never: the first is made fast, the
# other small. What a start calls is put in one place: the kernel maps what lies around it, too.
# Usage: .ci/release.sh [PROGRAM]
. "$(dirname "$0")/lib.sh"

cd "$root"
program=${1:-cardea}
# The names of functions depend on what is asked for here: packages get their features by it.
build=(cargo rustc --release --locked -p "$program" --bin "$program")
kept=bench/profile
if [ "$(profiled_with)" != "$(grep -v '^packages:' $kept/made-with)" ]; then
  say "the profile in $kept was made with another compiler or other settings: without it (\`make profile\` makes it anew)"
  exec "${build[@]}"
fi
grep -qxF "$(packages)" $kept/made-with ||
  say "the profile in $kept was made with other packages, and knows nothing of what uses them (\`make profile\` makes it anew)"

# unpacked NAME: where the unpacked content of a file in bench/profile is. Named by its content: cargo compiles anew where its
# flags differ, not where a file does.
unpacked() {
  local file
  file=$root/target/profile/$(digest "$kept/$1.br").${1##*.}
  mkdir -p "$(dirname "$file")"
  if [ ! -f "$file" ]; then
    node -e 'process.stdin.pipe(require("node:zlib").createBrotliDecompress()).pipe(process.stdout)' <"$kept/$1.br" >"$file.part"
    mv "$file.part" "$file"
  fi
  printf '%s\n' "$file"
}

# What has changed since is compiled without, and is not worth a word each.
flags="-Cprofile-use=$(unpacked "$program.profdata") -Cllvm-args=-no-pgo-warn-mismatch"
# For the link alone: what is only linked in another way is not compiled again. Addresses that the loader adds to, each in a bit
# and not in 24 octets.
link=(-Clink-arg=-Wl,-z,pack-relative-relocs)
if [ -f "$kept/$program.start.br" ]; then
  link+=("-Clinker=$root/.ci/linker.sh" "-Clink-arg=-Wl,--symbol-ordering-file=$(unpacked "$program.start")")
  link+=(-Clink-arg=-Wl,--no-warn-symbol-ordering)
fi
RUSTFLAGS="${RUSTFLAGS:-} $flags" exec "${build[@]}" -- "${link[@]}"
