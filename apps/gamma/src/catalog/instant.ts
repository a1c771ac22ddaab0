import type { CatalogInstant } from '@foretell/contracts';

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
/** UTC to the second or finer, on a day that every month has: nearly all rows, and the form that needs no calendar check. */
const PLAIN = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?Z$/;
const SECONDS_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length;
const MICRO_DIGITS = 6;

/**
 * Normalises an instant to the catalog's format: UTC, microseconds, no trailing zeros ("2025-05-02T15:48:25.262673Z"). Accepts
 * ISO 8601 dates and date-times with T or a blank and any offset; without an offset it is UTC. Null for anything else.
 */
export function parseInstant(text: string): CatalogInstant {
  const plain = PLAIN.exec(text);
  if (plain !== null) return written(text.slice(0, SECONDS_LENGTH), plain[1]);
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, offset = 'Z'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const millis = Date.parse(`${local}Z`);
  // Date.parse rolls 31 February over to March; such a date is a fault of the row.
  if (Number.isNaN(millis) || new Date(millis).toISOString().slice(0, local.length) !== local) return null;
  const utc = new Date(millis - offsetMillis(offset));
  if (Number.isNaN(utc.getTime()) || utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return null;
  return written(utc.toISOString().slice(0, SECONDS_LENGTH), fraction);
}

function written(seconds: string, fraction = ''): string {
  const micros = fraction.slice(0, MICRO_DIGITS).replace(/0+$/, '');
  return `${seconds}${micros === '' ? '' : `.${micros}`}Z`;
}

function offsetMillis(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** A missing instant in the database: see prisma/schema/gamma.prisma. */
const MISSING = '-infinity';

export function toColumn(instant: CatalogInstant): string {
  return instant ?? MISSING;
}

/** Parses the column's text, which PostgreSQL already writes without trailing zeros. */
export function fromColumn(text: string): CatalogInstant {
  return text === MISSING ? null : `${text.replace(' ', 'T')}Z`;
}

/** Whether one row is older than another of the same id; a row without an instant is never older. */
export function isOlder(
  row: { readonly updatedAt?: CatalogInstant },
  than: { readonly updatedAt?: CatalogInstant } | undefined,
): boolean {
  if (typeof row.updatedAt !== 'string' || typeof than?.updatedAt !== 'string') return false;
  // Without the Z, text order is time order: a fraction only makes the text longer.
  return row.updatedAt.slice(0, -1) < than.updatedAt.slice(0, -1);
}
