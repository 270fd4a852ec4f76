#!/bin/sh
# Runs once, when the Postgres volume is new: a database for the gateway and two for Temporal, with their owners, and a role
# for each process of the gateway and one for its statements, whose rights the migration grants. The databases come last: the health check of
# docker-compose.yml counts them, and so finds a script that was cut off.
set -eu

psql --username "$POSTGRES_USER" --dbname postgres --no-psqlrc --quiet \
  --set ON_ERROR_STOP=1 \
  --set gateway_password="$GATEWAY_DATABASE_PASSWORD" \
  --set api_password="$API_DATABASE_PASSWORD" \
  --set worker_password="$WORKER_DATABASE_PASSWORD" \
  --set checkout_password="$CHECKOUT_DATABASE_PASSWORD" \
  --set admin_password="$ADMIN_DATABASE_PASSWORD" \
  --set staff_password="$STAFF_DATABASE_PASSWORD" \
  --set finance_password="$FINANCE_DATABASE_PASSWORD" \
  --set temporal_password="$TEMPORAL_DATABASE_PASSWORD" <<'SQL'
create role gateway login password :'gateway_password';
create role gateway_api login password :'api_password';
create role gateway_worker login password :'worker_password';
create role gateway_checkout login password :'checkout_password';
create role gateway_admin login password :'admin_password';
create role gateway_staff login password :'staff_password';
create role gateway_finance login password :'finance_password';
create role temporal login password :'temporal_password';
create database gateway owner gateway;
revoke all on database gateway from public;
grant connect on database gateway to gateway_api, gateway_worker, gateway_checkout, gateway_admin, gateway_staff,
  gateway_finance;
create database temporal owner temporal;
revoke all on database temporal from public;
create database temporal_visibility owner temporal;
revoke all on database temporal_visibility from public;
SQL
