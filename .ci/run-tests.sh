#!/usr/bin/env bash
# Runs one program of tests, as cargo asks for it, or leaves it out: CARDEA_UNCHANGED has the parts that have passed and are
# unchanged (.ci/unchanged.sh).
# Usage: .ci/run-tests.sh PROGRAM ARGUMENT...
set -euo pipefail

is_unchanged() {
  [[ " ${CARDEA_UNCHANGED:-} " == *" $1 "* ]]
}

case $CARGO_PKG_NAME in
  cardea)
    # Journeys run against the server with its pages, and so does what the library has of them.
    is_unchanged server && [[ ${1##*/} != journeys-* ]] && exec "$@" web::
    ;;
  cardea-bare | cardea-bench | cardea-macros) ;;
  *)
    is_unchanged tools && exit
    ;;
esac
exec "$@"
