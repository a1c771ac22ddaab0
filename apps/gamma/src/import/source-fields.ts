import type { SourceFields, SourceKind } from '@foretell/contracts';
import type { Fields } from '@foretell/platform-server';
import type { SourceRow } from '../catalog/tables';
import { isStorableJson, numberOf, wellFormed } from './row-reader';

/** Fields of a row that have a column or their own rows: never stored a second time. */
export const IN_COLUMNS = {
  tag: names('id label slug createdAt updatedAt requiresTranslation'),
  series: names('id ticker slug title seriesType recurrence image icon active closed archived createdAt updatedAt events tags'),
  event: names(`id ticker slug title description resolutionSource startDate creationDate endDate image icon active closed archived
    createdAt updatedAt eventMetadata tags series markets sites creator`),
  market: names(`id question conditionId condition_id slug resolutionSource startDate endDate image icon description outcomes
    clobTokenIds active closed archived createdAt updatedAt questionID events tags markets series sites creator`),
};
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const TEXT_LENGTH_MAX = 4000;
const JSON_LENGTH_MAX = 16_000;
/** Maximum size of a row's additional fields, in characters of JSON. */
const ROW_LENGTH_MAX = 32_000;

export interface StorableFields {
  readonly source: SourceRow;
  /** Descriptions of the dropped fields. */
  readonly left: readonly string[];
}

/**
 * Fields of a row without a column, stored for the public response format. A field of the public format must have its type there;
 * any other is stored as received. Nulls are skipped. A field that is too large, or of the wrong type, is dropped and reported.
 */
export function storableFields(kind: keyof typeof IN_COLUMNS, known: SourceFields, row: Fields): StorableFields {
  const source: Record<string, unknown> = {};
  const left: string[] = [];
  let length = 0;
  for (const name of Object.keys(row)) {
    const given = row[name];
    if (given === null || given === undefined || IN_COLUMNS[kind].has(name)) continue;
    const value = NAME.test(name) && name !== '__proto__' ? valueOf(known.get(name), given) : undefined;
    const takes = value === undefined ? 0 : name.length + sizeOf(value);
    if (value === undefined) left.push(`${name.slice(0, 64)} is not kept: it is no ${known.get(name) ?? 'value that fits'}`);
    else if (length + takes > ROW_LENGTH_MAX) left.push(`${name} is not kept: the row is too long`);
    else {
      source[name] = value;
      length += takes;
    }
  }
  return { source, left };
}

function valueOf(kind: SourceKind | undefined, value: unknown): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? textOf(value) : typeof value === 'number' ? String(value) : undefined;
    case 'number':
      return numberOf(value);
    case 'integer':
      return integerOf(value);
    case 'flag':
      return value === 'true' ? true : value === 'false' ? false : typeof value === 'boolean' ? value : undefined;
    case 'list':
      return Array.isArray(value) ? jsonOf(value) : undefined;
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) ? jsonOf(value) : undefined;
    default:
      return typeof value === 'string' ? textOf(value) : typeof value === 'object' ? jsonOf(value) : value;
  }
}

function integerOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function textOf(text: string): string | undefined {
  return text.length > TEXT_LENGTH_MAX || text.includes('\0') ? undefined : wellFormed(text);
}

function jsonOf(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length <= JSON_LENGTH_MAX && isStorableJson(text) ? value : undefined;
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 8;
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
