# shellcheck shell=bash disable=SC2034  # read by the scripts that source this
# Shared by the scripts in this folder; sourced, not run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# say TEXT...: one line about what is being done.
say() {
  printf '==> %s\n' "$*" >&2
}

# die TEXT...: what is wrong and what to do about it; ends the script.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# digest PATH...: one SHA-256 over names and contents of all files below the paths.
digest() {
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# as_root CMD...: runs CMD as root, by sudo where that works without asking or where somebody is
# there to answer. Fails, with nothing run, where there is no way.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif have sudo && { sudo -n true 2>/dev/null || { [ -t 0 ] && [ -z "${CI:-}" ]; }; }; then
    sudo "$@"
  else
    return 77
  fi
}

# install_packages WHY PACKAGE...: installs Debian packages, or says which ones to install.
install_packages() {
  local why=$1 log status
  shift
  local by_hand="$why needs the Debian packages: $*. Install them (apt-get install $*) and run this again."
  have apt-get || die "this machine has no apt-get. $by_hand"
  say "installing $* ($why)"
  log=$(mktemp)
  status=0
  {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=3 update &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 \
        -o DPkg::Lock::Timeout=120 install --no-install-recommends "$@"
  } >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    [ "$status" -ne 77 ] || die "this user is not root and cannot use sudo unasked. $by_hand"
    die "apt-get failed (its last lines are above). $by_hand"
  fi
  rm -f "$log"
}

# profiled_with: the compiler and the settings of a release, which the names of functions hold: a profile (bench/profile) is
# good for the same ones.
profiled_with() {
  rustc -vV | grep -E '^(commit-hash|host|release): '
  printf 'settings: %s\n' "$(sed -n '/^\[profile\.release/,/^\[profile\.guest/p' "$root/Cargo.toml" | sha256sum | cut -d' ' -f1)"
}

# packages: the packages of others that a release is made of.
packages() {
  printf 'packages: %s\n' "$(awk -v RS= '/\nsource = /' "$root/Cargo.lock" | sha256sum | cut -d' ' -f1)"
}

# llvm_profdata: the program that merges profiles, of the toolchain or of Debian; fails where there is none that is new enough
# for what the compiler writes.
llvm_profdata() {
  local tool version
  for tool in "$(rustc --print sysroot)"/lib/rustlib/*/bin/llvm-profdata $(compgen -c llvm-profdata | sort -u); do
    have "$tool" || continue
    version=$("$tool" merge --version | grep -oE 'version [0-9]+' | cut -d' ' -f2)
    [ "${version:-0}" -ge 19 ] && printf '%s\n' "$tool" && return
  done
  return 1
}
