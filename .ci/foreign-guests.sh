#!/usr/bin/env bash
# Builds the guests that are not written in Rust, and packs them into signed bundles, which tests load:
#   sdk/examples/javascript -> target/guests/foreign/javascript.cardea        (on SpiderMonkey)
#                              target/guests/foreign/javascript-small.cardea  (the same source, on QuickJS)
#   sdk/examples/python     -> target/guests/foreign/python.cardea
# Needs what .ci/guest.sh leaves: the command that packs, and the publisher's key. A component is built again only where
# its sources, the interface or its locked builder changed.
. "$(dirname "$0")/lib.sh"

cd "$root"
out=target/guests/foreign
key=target/guests/publisher.key
tool=${CARGO_TARGET_DIR:-target}/debug/cardea-plugin
{ [ -x "$tool" ] && [ -f "$key" ]; } || die "run .ci/guest.sh first"
mkdir -p "$out"

# current NAME PATH...: whether NAME was made from these files, and is as it was left.
current() {
  local name=$1
  shift
  wanted=$(digest .ci/foreign-guests.sh "$@")
  [ "$(cat "$out/$name.digest" 2>/dev/null)" = "$wanted" ] && sha256sum --quiet --check "$out/$name.sum" 2>/dev/null
}

# made NAME FILE...: remembers what was made.
made() {
  local name=$1
  shift
  sha256sum "$@" >"$out/$name.sum"
  echo "$wanted" >"$out/$name.digest"
}

javascript() {
  local folder=sdk/examples/javascript wanted
  current javascript sdk/wit/v1 $folder/panel.js $folder/package.json $folder/package-lock.json && return
  .ci/setup.sh build javascript
  say "building $folder"
  (cd $folder && mkdir -p dist && npm run --silent build && npm run --silent build:small) >&2
  mv $folder/dist/plugin.wasm "$out/javascript.wasm"
  mv $folder/dist/plugin-small.wasm "$out/javascript-small.wasm"
  made javascript "$out/javascript.wasm" "$out/javascript-small.wasm"
}

python() {
  local folder=sdk/examples/python wanted
  current python sdk/wit/v1 $folder/panel.py $folder/requirements.txt && return
  .ci/setup.sh python
  say "building $folder"
  (cd $folder && PYTHONDONTWRITEBYTECODE=1 "$root/target/python/bin/componentize-py" --quiet \
    --wit-path ../../wit/v1 --world panel-plugin-claims \
    componentize --stub-wasi --python-path . --output "$root/$out/python.wasm" panel) >&2
  made python "$out/python.wasm"
}

# pack NAME FOLDER
pack() {
  local name=$1 folder=$2 wanted
  current "$name.bundle" "$out/$name.wasm" "$folder/manifest.toml" "$folder/locales" "$key" sdk/bundle/src && return
  "$tool" build --wasm "$out/$name.wasm" --plugin "$folder" --key "$key" --out "$out" --name "$name" >/dev/null
  made "$name.bundle" "$out/$name.cardea"
  say "$out/$name.cardea"
}

javascript
python
pack javascript sdk/examples/javascript
pack javascript-small sdk/examples/javascript
pack python sdk/examples/python
