#!/bin/sh
# If only the container of a former primary restarts, clone.sh does not run: the server must not accept writes.
set -eu
if [ "$POD" != "$PRIMARY" ] && [ ! -e "$PGDATA/standby.signal" ]; then
  echo "$PRIMARY is the primary, and this disk was one: delete the pod, and it is copied again" >&2
  exit 1
fi
exec docker-entrypoint.sh postgres "$@" \
  -c "primary_conninfo=host=postgres-rw user=foretell_standby application_name=$POD connect_timeout=5"
