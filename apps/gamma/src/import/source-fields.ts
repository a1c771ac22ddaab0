import type { SourceFields } from '../catalog/tables';
import type { Fields } from './row-reader';

const DATED = ['id', 'slug', 'createdAt', 'updatedAt'];
const SHOWN = [...DATED, 'image', 'icon', 'active', 'closed', 'archived'];
/** What the columns of each resource carry, or what is a resource of its own. */
const CARRIED = {
  tag: new Set([...DATED, 'label', 'requiresTranslation']),
  series: new Set([...SHOWN, 'title', 'ticker', 'seriesType', 'recurrence', 'events']),
  event: new Set([
    ...SHOWN,
    ...['title', 'ticker', 'description', 'resolutionSource', 'startDate', 'creationDate', 'endDate', 'eventMetadata', 'sites'],
    ...['markets', 'tags', 'series'],
  ]),
  market: new Set([
    ...SHOWN,
    ...['question', 'conditionId', 'resolutionSource', 'startDate', 'endDate', 'description', 'outcomes', 'clobTokenIds'],
    ...['questionID', 'sites', 'events', 'tags'],
  ]),
};
const LENGTH_MAX = 64 * 1024;
/** PostgreSQL's JSON takes neither U+0000 nor half characters. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

/**
 * The fields of a row that no column carries, as they stand there, but null ones; what PostgreSQL cannot keep becomes U+FFFD.
 * Null when they are too long to be kept.
 */
export function sourceFields(kind: keyof typeof CARRIED, row: Fields): SourceFields | null {
  const carried = CARRIED[kind];
  const fields: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (value !== null && value !== undefined && !carried.has(name)) fields[name] = value;
  }
  const text = JSON.stringify(fields);
  if (text.length > LENGTH_MAX) return null;
  return UNSTORABLE.test(text) ? storable(text) : fields;
}

/** In the JSON itself, where a backslash before the escape means that it is none. */
function storable(text: string): SourceFields {
  return JSON.parse(text.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f]..)/gi, '$1\ufffd')) as SourceFields;
}
