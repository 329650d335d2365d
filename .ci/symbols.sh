#!/usr/bin/env bash
# Moves the symbols of a program into a file beside it, FILE.debug, which debuggers and backtraces find there.
# Usage: .ci/symbols.sh FILE
. "$(dirname "$0")/lib.sh"

have objcopy || die "objcopy is missing. Install binutils, then run this again."
file=$1
objcopy --only-keep-debug "$file" "$file.debug"
# Into a new file: cargo keeps another name of the old one.
objcopy --strip-unneeded --add-gnu-debuglink="$file.debug" "$file" "$file.stripped"
mv -f "$file.stripped" "$file"
say "$file: $(($(stat -c %s "$file") / 1000000)) MB, and its symbols $(($(stat -c %s "$file.debug") / 1000000)) MB"
