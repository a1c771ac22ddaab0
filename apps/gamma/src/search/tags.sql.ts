import { IDS_END } from '../catalog/place';
import { keyOf, onSite, pageOf } from './hits.sql';

const RANK = `CASE WHEN t.label_folded = $1 OR t.slug = $2 THEN 0 WHEN t.label_folded LIKE $3 THEN 1 ELSE 2 END`;

const EVENT_COUNT = `(SELECT count(*) FROM (SELECT e.sites FROM gamma.events e WHERE e.tag_ids @> ARRAY[t.id] OFFSET 0) e WHERE ${onSite('e.sites', '$8')})::int`;

/** One row {total, keys} of the tags that match, by the parameters of the statements of events. */
export const TAGS_FOUND = pageOf(
  `SELECT ${keyOf(RANK, `${IDS_END} - t.id`)} AS key FROM gamma.tags t WHERE (t.label_folded LIKE $4 OR t.slug = $2) AND ${tagOnSite()}`,
  '$6',
  '$7',
);
export const TAG_ITEM = `SELECT t.id, t.label, t.slug, ${EVENT_COUNT} AS event_count FROM gamma.tags t WHERE t.id = hit.id`;

/** Whether a site lists an event or market of the tag: by the tag's index alone, because a site lists far more than a tag. */
function tagOnSite(): string {
  const listed = (table: string): string =>
    `EXISTS (SELECT FROM (SELECT each.sites FROM gamma.${table} each WHERE each.tag_ids @> ARRAY[t.id] OFFSET 0) of_tag WHERE of_tag.sites @> ARRAY[$8])`;
  return `($8::text IS NULL OR ${listed('events')} OR ${listed('markets')})`;
}
