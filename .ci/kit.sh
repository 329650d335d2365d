#!/usr/bin/env bash
# Makes the kit for vendors of plugins: target/kit/cardea-kit-<version>/, and the same as .tar.gz.
# Usage: .ci/kit.sh COMMAND [--folder-only]
#   COMMAND is the built `cardea-plugin`.
# The kit needs nothing of this repository: the SDK is unpacked from the package that a registry would get, and its
# dependencies lie beside it.
. "$(dirname "$0")/lib.sh"

cd "$root"
command=${1:?usage: .ci/kit.sh COMMAND [--folder-only]}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
name=cardea-kit-$version
kit=target/kit/$name
mkdir -p "$kit"
rm -rf "$kit"/{bin,crates,wit,guide,example,LICENSE,README.md,monitoring.md,openid-provider.md,systems.md,connect}

mkdir -p "$kit/bin" "$kit/crates" "$kit/wit"
cp "$command" "$kit/bin/cardea-plugin"
cp LICENSE "$kit/"
cp sdk/wit/v1/*.wit "$kit/wit/"
cp -R docs/plugins "$kit/guide"
# The guide leads to them.
cp docs/monitoring.md docs/openid-provider.md docs/systems.md "$kit/"
cp -R docs/connect "$kit/"
cp sdk/kit.md "$kit/README.md"

# from_cache CMD...: without a network where all is there already, which is quicker.
from_cache() {
  CARGO_NET_OFFLINE=true "$@" 2>/dev/null || "$@"
}

from_cache cargo package --locked --no-verify --allow-dirty --quiet --target-dir target/kit/package -p cardea-plugin-sdk
tar -xzf "target/kit/package/package/cardea-plugin-sdk-$version.crate" -C "$kit/crates"
mv "$kit/crates/cardea-plugin-sdk-$version" "$kit/crates/cardea-plugin-sdk"

# The same dependencies have the same folder, so that what was built with it stays built.
wanted=$(sha256sum <"$kit/crates/cardea-plugin-sdk/Cargo.lock")
if [ "$(cat "$kit/vendor/.made-from" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$kit/vendor"
  from_cache cargo vendor --locked --quiet --manifest-path "$kit/crates/cardea-plugin-sdk/Cargo.toml" "$kit/vendor" >/dev/null
  printf '%s\n' "$wanted" >"$kit/vendor/.made-from"
fi

# What `new` makes, to read. It is told where the kit is when it is made on the vendor's machine.
"$kit/bin/cardea-plugin" new example --web-code 050 --folder "$kit/example" >/dev/null
rm -rf "$kit/example/.cargo"

[ "${2:-}" != --folder-only ] || exit 0
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C target/kit -czf "target/kit/$name.tar.gz" "$name"
say "target/kit/$name.tar.gz: $(du -h "target/kit/$name.tar.gz" | cut -f1)"
