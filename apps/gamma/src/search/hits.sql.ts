import { IDS_END } from '../catalog/place';

/**
 * A hit is one number, its key: how well it matches times KEY_STEP, and its place among those that match as well (see place.ts).
 * Of all hits only those of the page are looked up by the ids in their keys.
 */
const KEY_STEP = `${BigInt(IDS_END) * 2n}`;

/** The least key is the best hit. */
export function keyOf(rank: string, place: string): string {
  return `(${rank}) * ${KEY_STEP} + ${place}`;
}

/** A JSON array of what `item` selects for `hit.id`, in the order of an array of keys. */
export function itemsOf(keys: string, item: string): string {
  return `(SELECT coalesce(json_agg(item ORDER BY hit.nth), '[]')
    FROM (SELECT -key & ${IDS_END - 1} AS id, nth FROM unnest(${keys}) WITH ORDINALITY AS each (key, nth)) hit CROSS
      JOIN LATERAL (${item} OFFSET 0) item)`;
}

/**
 * Columns `total` and `keys` of a SELECT of keys: how many there are, and those of the page in order. A page past the end still
 * tells the total.
 */
export function pageOf(hits: string, limit: string, offset: string): string {
  return `SELECT count(*)::int AS total, (array_agg(key ORDER BY key))[${offset}::int + 1 : ${offset}::int + ${limit}::int] AS keys FROM (${hits}) hit`;
}

export function onSite(sites: string, site: string): string {
  return `(${site}::text IS NULL OR ${sites} @> ARRAY[${site}])`;
}
