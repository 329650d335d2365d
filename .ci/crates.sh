#!/usr/bin/env bash
# Packages the crates that vendors use, and builds each from its package alone, as whoever downloads it would.
# Arguments go to cargo, such as --no-verify, which packages without building.
. "$(dirname "$0")/lib.sh"

cd "$root"
crates=(cardea-plugin-sdk cardea-bundle cardea-outbound cardea-host cardea-plugin)
select=()
for crate in "${crates[@]}"; do select+=(-p "$crate"); done
cargo package --locked --allow-dirty --target-dir target/crates "${select[@]}" "$@"
