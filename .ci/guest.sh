#!/usr/bin/env bash
# Builds the WebAssembly guests and packs them into signed bundles:
#   plugins/*            -> plugins/dist/<id>.cardea      (what the server ships)
#   sdk/examples/*       -> target/guests/<name>.cardea   (what its tests load; those in Rust)
#   the publisher's key  -> plugins/dist/publisher.pub    (private half: target/guests/publisher.key)
#
# The compiler for wasm32-unknown-unknown comes from rustup or, where rustup cannot fetch it, from
# Debian's packages. CARDEA_GUEST_TOOLCHAIN=rustup or =debian forces one.
# Does nothing while the guests' sources are the same as last time.
set -euo pipefail
cd "$(dirname "$0")/.."

TARGET=wasm32-unknown-unknown
OUT=target/guests
DIST=plugins/dist
PACKAGES=(rustc-web cargo-web rust-web-src lld-22)
mkdir -p "$OUT" "$DIST"

say() { echo "guests: $*" >&2; }
die() { say "$*"; exit 1; }

sources() {
    find plugins sdk/rust sdk/wit sdk/bundle sdk/cli sdk/examples -type f -not -path 'plugins/dist/*' \
        -not -path '*/node_modules/*' \
        \( -name '*.rs' -o -name '*.toml' -o -name '*.json' -o -name '*.wit' \)
    echo Cargo.toml Cargo.lock .ci/guest.sh | tr ' ' '\n'
}

digest() {
    { echo "${CARDEA_GUEST_TOOLCHAIN:-}"; sources | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum; } |
        sha256sum | cut -d' ' -f1
}

# Every file that a finished run leaves, checked as it was left.
is_current() {
    [[ -f $OUT/publisher.key && -f $OUT/.digest && -f $OUT/.files ]] &&
        [[ $(cat "$OUT/.digest") == "$1" ]] && sha256sum --quiet --check "$OUT/.files" 2>/dev/null
}

has_rustup_target() {
    command -v rustc >/dev/null && [[ -d $(rustc --print sysroot)/lib/rustlib/$TARGET/lib ]]
}

try_rustup() {
    has_rustup_target && return
    command -v rustup >/dev/null || return 1
    say "installing the $TARGET target with rustup"
    rustup target add "$TARGET" >&2 && has_rustup_target
}

has_debian() {
    [[ -x /usr/bin/rustc && -x /usr/bin/cargo ]] && command -v wasm-ld-22 >/dev/null &&
        [[ -d $(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std ]]
}

try_debian() {
    has_debian && return
    command -v apt-get >/dev/null || return 1
    local root=()
    if [[ $(id -u) != 0 ]]; then
        command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
        root=(sudo -n)
    fi
    say "installing ${PACKAGES[*]} with apt"
    "${root[@]}" apt-get update -qq >&2 || true
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}" >&2 && has_debian
}

choose() {
    case ${CARDEA_GUEST_TOOLCHAIN:-auto} in
        rustup) try_rustup || die "rustup cannot install $TARGET"; echo rustup ;;
        debian) try_debian || die "the packages ${PACKAGES[*]} are needed"; echo debian ;;
        auto)
            if try_rustup; then echo rustup
            elif try_debian; then echo debian
            else
                die "no compiler for $TARGET: install it with 'rustup target add $TARGET'," \
                    "or the packages ${PACKAGES[*]}"
            fi ;;
        *) die "CARDEA_GUEST_TOOLCHAIN must be rustup or debian" ;;
    esac
}

# guest_build ARGUMENTS...: compiles guests; modules appear in $MODULES.
guest_build() {
    if [[ $TOOLCHAIN == rustup ]]; then
        cargo build --locked --profile guest --target "$TARGET" "$@" >&2
    else
        # The packaged compiler has no prebuilt standard library for this target. It gets a
        # folder of its own, so that two compilers do not undo each other's work.
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target/guest-debian \
            CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22 \
            /usr/bin/cargo build --locked --profile guest -Zbuild-std=std,panic_abort \
            --target "$TARGET" "$@" >&2
    fi
}

package_of() { sed -n 's/^name = "\(.*\)"$/\1/p' "$1/Cargo.toml" | head -n 1; }
module_of() { echo "$MODULES/$(package_of "$1" | tr - _).wasm"; }
features_of() { sed -n '/^\[features\]/,/^\[/s/^\([a-z-]*\) = \[\]$/\1/p' "$1/Cargo.toml"; }

pack() { # FOLDER OUT [NAME]
    local name=()
    [[ -n ${3:-} ]] && name=(--name "$3")
    "$TOOL" build --wasm "$(module_of "$1")" --plugin "$1" --key "$OUT/publisher.key" \
        --out "$2" "${name[@]}" >>"$OUT/bundles.json"
}

NOW=$(digest)
if is_current "$NOW"; then
    say "up to date"
    exit 0
fi
rm -f "$OUT/.digest" "$OUT/.files" "$OUT/bundles.json" "$OUT"/*.cardea "$DIST"/*.cardea

TOOLCHAIN=$(choose)
say "compiling for $TARGET with $TOOLCHAIN"
if [[ $TOOLCHAIN == rustup ]]; then MODULES=${CARGO_TARGET_DIR:-target}/$TARGET/guest
else MODULES=target/guest-debian/$TARGET/guest; fi

cargo build --locked -q -p cardea-plugin >&2
TOOL=${CARGO_TARGET_DIR:-target}/debug/cardea-plugin
if [[ ! -f $OUT/publisher.key ]]; then
    say "making a signing key for this build"
    rm -f "$OUT/publisher.key.pub"
    "$TOOL" keygen --out "$OUT/publisher.key" >/dev/null
fi
cp "$OUT/publisher.key.pub" "$DIST/publisher.pub"

plugins=() examples=() select=()
for manifest in plugins/*/manifest.toml; do plugins+=("$(dirname "$manifest")"); done
for manifest in sdk/examples/*/Cargo.toml; do examples+=("$(dirname "$manifest")"); done
for folder in "${plugins[@]}" "${examples[@]}"; do select+=(-p "$(package_of "$folder")"); done
guest_build "${select[@]}"
for folder in "${plugins[@]}"; do pack "$folder" "$DIST"; done
for folder in "${examples[@]}"; do pack "$folder" "$OUT"; done
# Each feature of an example is a flavour of it, in a bundle of its own.
for folder in "${examples[@]}"; do
    for flavour in $(features_of "$folder"); do
        guest_build -p "$(package_of "$folder")" --features "$flavour"
        pack "$folder" "$OUT" "$(basename "$folder")-$flavour"
    done
done

for bundle in "$DIST"/*.cardea "$OUT"/*.cardea; do
    "$TOOL" verify "$bundle" --key "$DIST/publisher.pub" >/dev/null
    say "$bundle"
done
sha256sum "$DIST"/*.cardea "$OUT"/*.cardea "$DIST/publisher.pub" >"$OUT/.files"
echo "$NOW" >"$OUT/.digest"
