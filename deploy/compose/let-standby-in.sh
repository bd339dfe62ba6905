#!/bin/sh
# Runs once, when the primary's database has been made: the standby may log in, and the primary keeps WAL for it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('standby');
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
