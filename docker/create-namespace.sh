#!/bin/sh
# Creates the namespace and what payments are searched by. Safe to repeat: what is there stays.
# Reads TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and NAMESPACE_RETENTION.
set -eu

if ! temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$NAMESPACE_RETENTION"
fi

known=$(temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE")
for attribute in TransactionType=Keyword Merchant=Keyword Reference=Keyword Method=Keyword Provider=Keyword TransactionStatus=Keyword NeedsReview=Bool; do
  name=${attribute%=*}
  if ! echo "$known" | grep -q "^[[:space:]]*$name[[:space:]]"; then
    temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$name" --type "${attribute#*=}"
  fi
done
