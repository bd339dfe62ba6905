#!/bin/sh
# Starts the standby. The first time it copies the primary; from then on the copy follows by itself.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p -m 700 "$PGDATA"
  PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream \
    --slot=standby --checkpoint=fast --dbname="host=postgres-primary user=replicator application_name=standby"
fi
exec docker-entrypoint.sh "$@"
