#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own.
# Usage: .ci/with-postgres.sh CMD...     CMD finds the server's address in CARDEA_TEST_POSTGRES_URL
#        .ci/with-postgres.sh --find     prints the folder of the server programs and ends
# The server lives in a temporary folder, listens on a free loopback port, has a random password and
# is gone when CMD ends, whose exit status is passed on. Where CARDEA_TEST_POSTGRES_URL is set
# already, that server is used and none is started.
. "$(dirname "$0")/lib.sh"

# The newest installed server: Debian keeps each version in a folder of its own, not on the PATH.
find_programs() {
  local newest
  newest=$(find /usr/lib/postgresql -maxdepth 3 -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)
  [ -n "$newest" ] || newest=$(command -v initdb) || return 1
  dirname "$newest"
}

# PostgreSQL refuses to run as root; its package brings the user it may run as. The server also ends
# when this script dies without a chance to clean up. An array, not a function: in the background a
# function would put a shell between this script and the server it has to stop.
unprivileged=(setpriv --pdeathsig=INT --)
[ "$(id -u)" -ne 0 ] ||
  unprivileged=(setpriv --reuid=postgres --regid=postgres --clear-groups --pdeathsig=INT --)

stop() {
  trap - EXIT
  if [ -n "$server" ]; then
    kill -QUIT "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  cd / && rm -rf "$home"
}

create() {
  mkdir "$home/data"
  (umask 077 && printf '%s\n' "$password" >"$home/password")
  [ "$(id -u)" -ne 0 ] || chown -R postgres: "$home"
  # C.UTF-8 orders text by code point, as SQLite does, and still knows letters outside ASCII. A password by SCRAM would cost
  # most of each of the thousands of connections of a run.
  "${unprivileged[@]}" "$programs/initdb" -D "$home/data" -U cardea --pwfile="$home/password" --auth=md5 \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$home/initdb.log" 2>&1 ||
    { cat "$home/initdb.log" >&2 && die "initdb failed"; }
  # Tests need the answers, not the durability: nothing here survives the run.
  cat >>"$home/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 32MB
fsync = off
full_page_writes = off
synchronous_commit = off
max_parallel_workers_per_gather = 0
timezone = 'UTC'
CONF
}

# Starts the server on port $1; fails where it ends again before it answers (a taken port, mostly).
start() {
  "${unprivileged[@]}" "$programs/postgres" -D "$home/data" -p "$1" >"$home/server.log" 2>&1 </dev/null &
  server=$!
  for _ in $(seq 600); do
    kill -0 "$server" 2>/dev/null || break
    "$programs/pg_isready" -q -h 127.0.0.1 -p "$1" && kill -0 "$server" 2>/dev/null && return
    sleep 0.1
  done
  kill -QUIT "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
  return 1
}

[ $# -gt 0 ] || die "usage: .ci/with-postgres.sh CMD..."
if [ "$1" = --find ]; then
  find_programs
  exit
fi
[ -z "${CARDEA_TEST_POSTGRES_URL:-}" ] || exec "$@"

programs=$(find_programs) || die "no PostgreSQL server programs found; .ci/setup.sh postgres installs them"
home=$(mktemp -d "${TMPDIR:-/tmp}/cardea-postgres.XXXXXX")
server=
child=
trap stop EXIT
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
create

port=
for _ in $(seq 10); do
  # Below the range from which the kernel gives ports to outgoing connections.
  candidate=$((20000 + RANDOM % 12000))
  if start "$candidate"; then
    port=$candidate
    break
  fi
done
[ -n "$port" ] || { cat "$home/server.log" >&2 && die "PostgreSQL did not start"; }
export CARDEA_TEST_POSTGRES_URL="postgres://cardea:$password@127.0.0.1:$port/postgres"

# In the background, so that a signal to this script is acted on at once and reaches the command.
# An asynchronous command would ignore the interrupt key and read nothing: both are given back.
(trap - INT && exec "$@") <&0 &
child=$!
trap 'kill -TERM "$child" 2>/dev/null || true' TERM HUP
trap 'kill -INT "$child" 2>/dev/null || true' INT
status=0
while :; do
  wait "$child" && status=0 || status=$?
  # A trapped signal ends the wait early, with the command still running.
  kill -0 "$child" 2>/dev/null || break
done
exit "$status"
