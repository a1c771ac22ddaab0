import type { Statement } from '@foretell/platform-prisma';
import type { Id } from '../catalog/lookups.query';
import type { SearchedEvent } from './searched';

export interface ChangedEvent extends SearchedEvent {
  readonly version: number;
  /** Null when the words are unchanged. */
  readonly description: string | null;
  readonly beside: readonly string[] | null;
}

/**
 * Events that changed after event $2 of version $1 and up to version $3, in the order of the changes, at most $4. Includes the
 * words when they changed after version $5.
 */
export const CHANGED_EVENTS: Statement<ChangedEvent> = {
  name: 'changed events',
  text: `SELECT s.event_id AS id, s.version, e.ticker, e.slug, e.title, e.sites, e.tag_ids AS "tagIds",
    e.active AND NOT e.closed AND NOT e.archived AS "isOpen",
    coalesce(nullif(f.volume, 0), m.volume, 0) AS volume, coalesce(f.volume24hr, 0) AS "volume24h",
    CASE WHEN s.words_version > $5 THEN e.description END AS description,
    CASE WHEN s.words_version > $5 THEN coalesce(m.questions, '{}') || ARRAY(SELECT t.label FROM gamma.tags t
      WHERE t.id = ANY(e.tag_ids)) END AS beside
  FROM (SELECT * FROM gamma.event_search WHERE (version, event_id) > ($1, $2) AND version <= $3
      ORDER BY version, event_id LIMIT $4) s
    JOIN gamma.events e ON e.id = s.event_id
    LEFT JOIN gamma.event_figures f ON f.event_id = e.id
    CROSS JOIN LATERAL (SELECT array_agg(question) AS questions, sum(volume) AS volume
      FROM (SELECT question, volume FROM gamma.markets WHERE event_ids @> ARRAY[e.id] OFFSET 0) of_event) m
  ORDER BY s.version, s.event_id`,
  columns: {
    id: 'bigint',
    version: 'bigint',
    ticker: 'text',
    slug: 'text',
    title: 'text',
    sites: 'text[]',
    tagIds: 'bigint[]',
    isOpen: 'boolean',
    volume: 'double precision',
    volume24h: 'double precision',
    description: 'text',
    beside: 'text[]',
  },
};

/** Volume traded here by event, which changes without the catalog. */
export const TRADED_FIGURES = 'SELECT event_id AS id, volume, volume24hr AS "volume24h" FROM gamma.event_figures WHERE is_traded';

/** Tags that changed after version $1 and up to version $2. */
export const CHANGED_TAGS = 'SELECT id, label, slug FROM gamma.tags WHERE version > $1 AND version <= $2 ORDER BY version, id';

/** Of the tags $1 those that a market on site $2 has. Uses only the tags' index, because a site lists far more than a tag. */
export const TAGS_OF_MARKETS: Statement<Id> = {
  name: 'tags of markets',
  text: `SELECT tag.id FROM unnest($1::bigint[]) AS tag (id)
  WHERE EXISTS (SELECT FROM (SELECT m.sites FROM gamma.markets m WHERE m.tag_ids @> ARRAY[tag.id] OFFSET 0) of_tag
    WHERE of_tag.sites @> ARRAY[$2::text])`,
  columns: { id: 'bigint' },
};
