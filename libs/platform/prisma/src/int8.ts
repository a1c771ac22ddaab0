import { types } from 'pg';
import type { CustomTypesConfig } from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;

/**
 * Parses PostgreSQL's BIGINT as a number. Throws beyond 2^53 - 1 in either direction: a silently rounded amount of money is worse
 * than a failed query.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}

function parseInt8Array(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  if (inside === '') return [];
  return inside.split(',').map((item) => (item === 'NULL' ? null : parseInt8(item)));
}

/**
 * Column parsers of our pools: BIGINT and one-dimensional BIGINT[] as numbers, all else as `pg` does. They are set per pool,
 * because pg's own registry is shared by the entire process. sum() of a BIGINT is NUMERIC, thus text: write `sum(x)::bigint`.
 */
export const INT8_AS_NUMBER = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (format !== 'binary' && oid === INT8) return parseInt8;
    if (format !== 'binary' && oid === INT8_ARRAY) return parseInt8Array;
    const parse = types.getTypeParser(oid, format) as (text: string) => unknown;
    return parse;
  },
} satisfies CustomTypesConfig;
