#!/usr/bin/env bash
# Installs what building, running or testing needs and is missing, and says so.
# Usage: .ci/setup.sh PART...
#   build      nothing is installed: says what is missing (cargo, a C compiler, Node.js, npm)
#   lints      rustfmt and clippy
#   npm        the packages of admin-ui, exactly as locked
#   javascript the builder of plugins in JavaScript, exactly as locked
#   python     the builder of plugins in Python, exactly as locked, in target/python
#   peers      the servers of core/tests/peers that tests talk to, exactly as locked
#   bench      the packages of bench/node, exactly as locked, and taskset
#   browser    Chromium without its windows and a font with Chinese characters
#   profile    what merges profiles of the compiler, and the emulator valgrind
#   postgres   the PostgreSQL server programs, and PgBouncer
# Quick when nothing is missing.
. "$(dirname "$0")/lib.sh"

# The C compiler is for aws-lc and SQLite. aws-lc builds without CMake on x86-64 and 64-bit ARM Linux.
setup_build() {
  have cargo || die "cargo is missing. Install Rust with rustup, then run this again."
  have cc || install_packages "building the server" gcc libc6-dev
  { have node && have npm; } || die "Node.js 20 or newer with npm is missing. Install it, then run this again."
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge 20 ] || die "Node.js 20 or newer is needed; this is $(node --version)."
}

setup_lints() {
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  have rustup || die "rustfmt and clippy are missing, and there is no rustup to add them."
  say "adding rustfmt and clippy to the Rust toolchain"
  rustup component add rustfmt clippy
}

# locked_packages FOLDER: installs the npm packages of a folder, unless they are there.
locked_packages() {
  cd "$root/$1"
  local stamp=node_modules/.installed-from wanted
  wanted="$(sha256sum <package-lock.json | cut -d' ' -f1) node $(node --version)"
  [ "$(cat $stamp 2>/dev/null)" != "$wanted" ] || return 0
  say "installing the locked npm packages of $1"
  npm ci --no-audit --no-fund --loglevel=error </dev/null
  printf '%s\n' "$wanted" >$stamp
}

setup_npm() {
  locked_packages admin-ui
}

setup_javascript() {
  locked_packages sdk/examples/javascript
}

setup_python() {
  local venv=$root/target/python wanted
  wanted=$(sha256sum <"$root/sdk/examples/python/requirements.txt")
  [ "$(cat "$venv/.installed-from" 2>/dev/null)" != "$wanted" ] || return 0
  # Debian leaves out of Python what makes such a folder.
  python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages "building plugins in Python" python3 python3-venv
  say "installing the locked builder of plugins in Python"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
    -r "$root/sdk/examples/python/requirements.txt" </dev/null
  printf '%s\n' "$wanted" >"$venv/.installed-from"
}

setup_peers() {
  locked_packages core/tests/peers
}

setup_bench() {
  have taskset || install_packages "the benchmark" util-linux
  locked_packages bench/node
}

# A version that knows what the compiler's own LLVM writes.
setup_profile() {
  llvm_profdata >/dev/null || { have rustup && rustup component add llvm-tools; } ||
    install_packages "merging profiles" llvm-19
  have valgrind || install_packages "seeing what a start calls" valgrind
}

setup_browser() {
  local missing=()
  # The program without windows draws the same pages with a quarter less work.
  [ -n "${CARDEA_CHROMIUM:-}" ] || have chromium-headless-shell || have chromium || missing+=(chromium-headless-shell)
  # Without such a font Chinese pages are drawn as boxes, and pictures of them prove nothing.
  { have fc-list && [ -n "$(fc-list ':lang=zh-cn' family)" ]; } || missing+=(fontconfig fonts-noto-cjk)
  [ ${#missing[@]} -eq 0 ] || install_packages "testing in a browser" "${missing[@]}"
}

setup_postgres() {
  local missing=()
  "$root/.ci/with-postgres.sh" --find >/dev/null 2>&1 || missing+=(postgresql)
  # Debian keeps it where only root's PATH looks.
  have pgbouncer || [ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
  [ ${#missing[@]} -eq 0 ] || install_packages "testing on PostgreSQL" "${missing[@]}"
}

[ $# -gt 0 ] || die "usage: .ci/setup.sh build|lints|npm|javascript|python|peers|bench|profile|browser|postgres ..."
for part in "$@"; do
  case $part in
    build | lints | npm | javascript | python | peers | bench | profile | browser | postgres) (setup_"$part") ;;
    *) die "unknown part: $part" ;;
  esac
done
