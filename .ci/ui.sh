#!/usr/bin/env bash
# Builds portal and console into admin-ui/dist, unless what is there was built from the same sources.
. "$(dirname "$0")/lib.sh"

cd "$root"
stamp=target/ui.built-from
# Everything that the build can read: not what it writes, nor tests that only run against a server.
mapfile -t sources < <(find admin-ui -mindepth 1 -maxdepth 1 \
  ! -name node_modules ! -name dist ! -name e2e ! -name coverage | LC_ALL=C sort)
wanted=$(digest "${sources[@]}")
if [ -f admin-ui/dist/portal.html ] && [ -f admin-ui/dist/admin.html ] &&
  [ "$(cat $stamp 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi
# A build that fails leaves what was built from neither.
rm -f "$stamp"
say "building portal and console"
(cd admin-ui && npm run --silent build </dev/null)
mkdir -p target
printf '%s\n' "$wanted" >$stamp
