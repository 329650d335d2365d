# shellcheck shell=bash
# Parts of the tests that a change cannot reach; sourced by .ci/test.sh, not run. A part that has passed is not run again while
# every file that it can depend on is as it was. That is each file of the sources but those that only other parts read: a new
# file counts until it is named here. Continuous integration runs everything, and so does whoever sets ALL.

declare -A PARTS=(
  [ui]="tests of the front end, but for those that read the server's sources"
  [server]="tests of the server's library, but for those of its pages"
  [tools]="tests of the plugins, their host and their tools"
)
# The files that a part does not depend on, as an extended regular expression.
declare -A ELSEWHERE=(
  [ui]='^(core|sdk|plugins|migrations|bench|config|docs)/|^admin-ui/e2e/'
  [server]='^(admin-ui|bench)/'
  [tools]='^core/(src|tests|macros)/|^core/build\.rs$|^(migrations|bench|config|admin-ui)/'
)
declare -A NOW=()
passed=$root/target/passed

# sources PART: the files that a part depends on.
sources() {
  git -C "$root" -c core.quotePath=false ls-files --cached --others --exclude-standard --deduplicate |
    grep -vE "${ELSEWHERE[$1]}"
  # What the server's library has of the front end.
  [ "$1" != server ] ||
    grep -rhoE 'include_(str|bytes)!\("[./]*/admin-ui/[^"]+' "$root/core/src" | sed 's#.*/admin-ui/#admin-ui/#'
}

# state PART: one SHA-256 over names and contents of these, and the compilers.
state() {
  {
    rustc -vV
    node --version
    # A file that was removed has no content.
    sources "$1" | LC_ALL=C sort -u | (cd "$root" && xargs -d '\n' sha256sum 2>/dev/null || true)
  } | sha256sum | cut -d' ' -f1
}

# look_at PART...: what they are now. Nothing can be left out where no repository names the sources.
look_at() {
  local part
  for part in "$@"; do
    NOW[$part]=$(git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1 && state "$part" || true)
  done
}

# have_passed PART...: as they were when they were looked at.
have_passed() {
  local part
  mkdir -p "$passed"
  for part in "$@"; do
    printf '%s\n' "${NOW[$part]}" >"$passed/$part"
  done
}

# is_unchanged PART: whether it has passed as it is now.
is_unchanged() {
  [ -z "${CI:-}${ALL:-}" ] || return 1
  look_at "$1"
  [ -n "${NOW[$1]}" ] && [ "$(cat "$passed/$1" 2>/dev/null)" = "${NOW[$1]}" ]
}
