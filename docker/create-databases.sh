#!/bin/sh
# Runs once, when the Postgres volume is new: a role and databases of its own for the gateway and for Temporal.
set -eu

psql --username "$POSTGRES_USER" --dbname postgres --no-psqlrc --quiet \
  --set ON_ERROR_STOP=1 \
  --set gateway_password="$GATEWAY_DATABASE_PASSWORD" \
  --set temporal_password="$TEMPORAL_DATABASE_PASSWORD" <<'SQL'
create role gateway login password :'gateway_password';
create role temporal login password :'temporal_password';
create database gateway owner gateway;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke connect on database gateway, temporal, temporal_visibility from public;
SQL
