#!/bin/sh
# Brings Temporal's two databases to the schema of this version of the tools. Safe to repeat: what is there stays.
# Reads SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD.
set -eu

versions=/etc/temporal/schema/postgresql/v12

bring_up_to_date() {
  temporal-sql-tool --db "$1" setup-schema --version 0.0
  temporal-sql-tool --db "$1" update-schema --schema-dir "$versions/$2/versioned"
}

bring_up_to_date temporal temporal
bring_up_to_date temporal_visibility visibility
