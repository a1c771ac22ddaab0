#!/bin/sh
# Before the server starts: a pod that is not the primary gets a copy of the primary, unless it holds a standby's data.
set -eu
copy="$PGDATA.copy"
other=postgres-0
if [ "$POD" = "$other" ]; then other=postgres-1; fi
if [ "$POD" = "$PRIMARY" ]; then
  # An empty disk beside a standby that has the data: a new, empty database would take its place.
  if [ ! -s "$PGDATA/PG_VERSION" ] && pg_isready -q -h "$other.postgres-pods" -t 5; then
    echo "The primary's disk is empty, and $other has the data: promote it" >&2
    exit 1
  fi
elif [ ! -e "$PGDATA/standby.signal" ]; then
  until pg_isready -q -h postgres-rw -t 5; do sleep 1; done
  rm -rf "$copy"
  pg_basebackup -h postgres-rw -U foretell_standby -D "$copy" -X stream -c fast -w
  touch "$copy/standby.signal"
  # What a former primary held is put aside, and removed only by the next copy: it may hold commits that nobody was told of.
  rm -rf "$PGDATA.before"
  if [ -e "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.before"; fi
  mv "$copy" "$PGDATA"
fi
