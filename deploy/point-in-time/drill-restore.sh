#!/bin/sh
# Restores PostgreSQL as it was at a minute, in a scratch place beside the one in production, and proves its books with
# `vitaran verify-ledger`. README.md in this folder says how it is set up.
#
#   drill-restore.sh --to '2026-11-29 10:15:00+05:30' [--keep]
#
# --keep leaves the restored server running, and prints how to reach and to end it.
set -eu
export LC_ALL=C

: "${DATABASE_URL:?is not set: the address of the database in production, whose role and name are used}"
: "${VITARAN_MASTER_KEY:?is not set}"
WITH="${DRILL_WITH:-pgbackrest}"            # pgbackrest, or files: what pg_basebackup and archive_command have made
STANZA="${DRILL_STANZA:-vitaran}"
BASE="${DRILL_BASE:-/backups/base}"         # files: base backups, in folders named like 20261129T023000Z
WAL="${DRILL_WAL:-/backups/wal}"            # files: archived WAL
BIN="${DRILL_BIN:-/usr/lib/postgresql/18/bin}"
OWNER="${DRILL_USER:-postgres}"             # PostgreSQL runs as this user if root calls the script
PORT="${DRILL_PORT:-54329}"
PLACE="${DRILL_PLACE:-/var/tmp}"            # needs room for the whole database
VITARAN="${VITARAN:-vitaran}"               # the command line of Vitaran

to='' keep=no
while [ $# -gt 0 ]; do
  case "$1" in
    --to) to="${2:?--to needs a time}"; shift 2 ;;
    --keep) keep=yes; shift ;;
    *) echo "$1 is not an option" >&2; exit 2 ;;
  esac
done
[ -n "$to" ] || { echo "say to which time: --to '2026-11-29 10:15:00+05:30'" >&2; exit 2; }
stamp=$(date -u -d "$to" +%Y%m%dT%H%M%SZ) || exit 2
# PostgreSQL does not know the names of time zones yet when it reads this.
target=$(date -u -d "$to" '+%Y-%m-%d %H:%M:%S.%6N+00')

as_owner() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid="$OWNER" --regid="$(id -g "$OWNER")" --clear-groups "$@"; else "$@"; fi
}

scratch=$(mktemp -d "$PLACE/vitaran-drill.XXXXXX")
data="$scratch/data"
end() {
  as_owner "$BIN/pg_ctl" --pgdata="$data" --mode=immediate --silent stop 2>/dev/null || true
  rm -rf "$scratch"
}
trap end EXIT
trap 'exit 1' INT TERM
mkdir -m 700 "$data"
[ "$(id -u)" != 0 ] || chown -R "$OWNER:$(id -g "$OWNER")" "$scratch"

if [ "$WITH" = pgbackrest ]; then
  as_owner pgbackrest --stanza="$STANZA" --pg1-path="$data" --type=time --target="$target" --target-action=promote \
    --archive-mode=off --log-level-console=warn restore
else
  found=''
  for one in "$BASE"/*; do
    name=$(basename "$one")
    if [ "$(printf '%s\n' "$name" "$stamp" | sort | head -n 1)" = "$name" ] && [ "$name" != "$stamp" ]; then found="$one"; fi
  done
  [ -n "$found" ] || { echo "no base backup in $BASE is older than $to" >&2; exit 1; }
  echo "base backup: $found"
  cp -a "$found/." "$data/"
  {
    echo "restore_command = 'cp $WAL/%f %p'"
    echo "recovery_target_time = '$target'"
    echo "recovery_target_action = promote"
  } >>"$data/postgresql.auto.conf"
  touch "$data/recovery.signal"
fi
# Debian keeps this file elsewhere, and it may name other folders.
[ -f "$data/postgresql.conf" ] || : >"$data/postgresql.conf"
printf 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n' >"$scratch/hba.conf"
rm -f "$data/postmaster.pid" "$data/standby.signal"
[ "$(id -u)" != 0 ] || chown -R "$OWNER:$(id -g "$OWNER")" "$scratch"

# Recovery needs room for as many sessions as in production; what is in these files counts less.
sizes=$(as_owner "$BIN/pg_controldata" --pgdata="$data" | sed -n \
  -e 's/_xacts setting/_transactions setting/' -e 's/_xact setting/_transaction setting/' \
  -e 's/^\(max_[a-z_]*\) setting: *\([0-9]*\)$/-c \1=\2/p' | tr '\n' ' ')
# It must change nothing outside: no archive, no standby, no subscription to another home.
options="-c port=$PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=$scratch -c hba_file=$scratch/hba.conf \
-c archive_mode=off -c archive_command= -c primary_conninfo= -c synchronous_standby_names= \
-c max_logical_replication_workers=0 -c sync_replication_slots=off -c shared_preload_libraries= -c ssl=off $sizes"
as_owner "$BIN/pg_ctl" --pgdata="$data" --log="$scratch/log" --options="$options" --timeout=86400 --silent start || {
  echo "PostgreSQL did not reach that time:" >&2
  grep -E 'FATAL|HINT|DETAIL' "$scratch/log" >&2 || tail "$scratch/log" >&2
  exit 1
}
database=$(printf '%s' "$DATABASE_URL" | sed 's#.*/##; s#?.*##')
while :; do
  answer=$(as_owner "$BIN/psql" --host="$scratch" --port="$PORT" --username="${DRILL_SUPERUSER:-postgres}" \
    --dbname="$database" --no-psqlrc --tuples-only --no-align --command='select pg_is_in_recovery()' 2>/dev/null) || answer=gone
  [ "$answer" != f ] || break
  if [ "$answer" = gone ] && ! as_owner "$BIN/pg_ctl" --pgdata="$data" status >/dev/null; then
    echo "PostgreSQL did not reach that time:" >&2
    grep -E 'FATAL|HINT|DETAIL' "$scratch/log" >&2 || tail "$scratch/log" >&2
    exit 1
  fi
  sleep 1
done
grep -oE 'recovery stopping .*' "$scratch/log" || true
echo "restored as of $target"

scratch_url=$(printf '%s' "$DATABASE_URL" | sed "s#@[^/]*/#@127.0.0.1:$PORT/#")
proved=0
DATABASE_URL="$scratch_url" DATABASE_HOMES='' BACKUP_TO='' $VITARAN verify-ledger || proved=$?
if [ "$keep" = yes ]; then
  trap - EXIT
  echo "It runs on 127.0.0.1:$PORT. To end and remove it: $BIN/pg_ctl --pgdata=$data stop, and rm -r $scratch"
fi
exit "$proved"
