import { parseInstant } from './instant';
import type { SourceRow } from './tables';

/**
 * Fields of the source's row that lists of the public format filter by. They are columns, because the row is stored as text that
 * the database does not inspect. Null when the source has no value, or one of another type.
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

/** In UTC and to the second, so that text order is time order. */
function secondOf(value: unknown): string | null {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? null : instant.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}
