#!/bin/sh
# The roles of the database, for the container of PostgreSQL: the owner of the tables, and the server's. Both are no
# superusers. Rights to the tables are given with the migrations.
set -eu

psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" \
  --set=database="$POSTGRES_DB" --set=owner="$OWNER_PASSWORD" --set=server="$SERVER_PASSWORD" <<'SQL'
create role lodefield login password :'owner';
create role lodefield_server login password :'server';
-- Maintenance looks at the server's connections.
grant lodefield_server to lodefield;
alter database :"database" owner to lodefield;
revoke all on database :"database" from public;
grant connect on database :"database" to lodefield_server;
SQL
