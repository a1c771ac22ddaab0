/** Columns of the read side, by table alias. Instants leave as text, because a JavaScript date has no microseconds. */
export const TAG_COLUMNS = `t.id, t.label, t.slug, t.created_at::text AS created_at, t.updated_at::text AS updated_at, t.requires_translation`;

export const SERIES_COLUMNS = `s.id, s.ticker, s.slug, s.title, s.series_type, s.recurrence, s.image, s.icon, s.active, s.closed, s.archived,
  s.created_at::text AS created_at, s.updated_at::text AS updated_at`;

export const EVENT_COLUMNS = `e.id, e.ticker, e.slug, e.title, e.description, e.resolution_source, e.start_date::text AS start_date,
  e.creation_date::text AS creation_date, e.end_date::text AS end_date, e.image, e.icon, e.active, e.closed, e.archived,
  e.created_at::text AS created_at, e.updated_at::text AS updated_at`;

export const MARKET_COLUMNS = `m.id, m.question, m.condition_id, m.slug, m.resolution_source, m.start_date::text AS start_date,
  m.end_date::text AS end_date, m.image, m.icon, m.description, m.outcomes, m.token_ids, m.active, m.closed, m.archived,
  m.created_at::text AS created_at, m.updated_at::text AS updated_at, m.question_id`;

/** The tags of an id array, in its order, as one JSON array. */
export function tagsOf(ids: string): string {
  return `(SELECT coalesce(json_agg(tag ORDER BY tag.place), '[]') FROM (
    SELECT listed.place, ${TAG_COLUMNS} FROM unnest(${ids}) WITH ORDINALITY AS listed (id, place) JOIN gamma.tags t ON t.id = listed.id) tag)`;
}
