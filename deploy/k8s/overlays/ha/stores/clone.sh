#!/bin/sh
# Runs before the server: copies the primary's data to a Pod that is not the primary, unless it has a standby's data.
set -eu
copy="$PGDATA.copy"
other=postgres-0
if [ "$POD" = "$other" ]; then other=postgres-1; fi
if [ "$POD" = "$PRIMARY" ]; then
  # The other server has the data: a new, empty database must not replace it.
  if [ ! -s "$PGDATA/PG_VERSION" ] && pg_isready -q -h "$other.postgres-pods" -t 5; then
    echo "The primary's disk is empty, and $other has the data: promote it" >&2
    exit 1
  fi
elif [ ! -e "$PGDATA/standby.signal" ]; then
  until pg_isready -q -h postgres-rw -t 5; do sleep 1; done
  rm -rf "$copy"
  pg_basebackup -h postgres-rw -U foretell_standby -D "$copy" -X stream -c fast -w
  touch "$copy/standby.signal"
  # Keeps a former primary's data until the next copy: it may hold commits that were never acknowledged.
  rm -rf "$PGDATA.before"
  if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.before"; fi
  mv "$copy" "$PGDATA"
fi
