import { parseInstant } from './instant';
import type { SourceRow } from './tables';

/**
 * What lists of the public dialect are filtered by and only the source's row knows: as columns, because the row is kept as text
 * into which the database does not look. Null where the source says nothing, or something of another kind.
 */
export function filteredOfEvent(source: SourceRow) {
  return {
    gameId: wordOf(source['gameId']),
    eventDate: wordOf(source['eventDate']),
    startTime: secondOf(source['startTime']),
    live: source['live'] === true,
    ended: source['ended'] === true,
  };
}

export function filteredOfMarket(source: SourceRow) {
  return { gameId: wordOf(source['gameId']), umaStatus: wordOf(source['umaResolutionStatus']) };
}

function wordOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** In UTC and to the second, so that texts compare as instants do. */
function secondOf(value: unknown): string | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? null : instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
