import type { CatalogInstant } from '@foretell/contracts';
import { isFields, type Fields } from '@foretell/platform-server';
import { parseInstant } from '../catalog/instant';

/** Titles, questions, slugs and labels are in btree indexes, whose entries must fit a third of a page. */
const NAME_LENGTH_MAX = 600;
const TEXT_LENGTH_MAX = 100_000;
const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const DIGITS = /^\d{1,16}$/;

/** The unparsed id of a row, for reports on rows of any shape. */
export function shownId(row: unknown): string | null {
  if (!isFields(row)) return null;
  const { id } = row;
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 40) : null;
}

/**
 * Reads the loosely typed values of the public catalog format. An absent or null field is undefined, which later means "keep the
 * stored value". A value of the wrong type is a fault, and a row with faults is refused with all of them.
 */
export class RowReader {
  readonly faults: string[] = [];

  constructor(private readonly row: Fields) {}

  id(): number {
    const value = this.given('id');
    const text = typeof value === 'number' ? String(value) : value;
    const id = typeof text === 'string' && DIGITS.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(id) && id > 0) return id;
    this.faults.push(value === undefined ? 'id is missing' : 'id must be a positive integer');
    return 0;
  }

  text(name: string, lengthMax = TEXT_LENGTH_MAX): string | undefined {
    const value = this.given(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return this.fault(`${name} must be a string`);
    const text = wellFormed(String(value));
    if (text.includes('\0')) return this.fault(`${name} contains the character U+0000`);
    return text.length <= lengthMax ? text : this.fault(`${name} is longer than ${lengthMax} characters`);
  }

  name(name: string): string | undefined {
    return this.text(name, NAME_LENGTH_MAX);
  }

  requiredName(name: string): string {
    const text = this.name(name);
    if (text !== undefined && text.trim() !== '') return text;
    if (this.given(name) === undefined || text !== undefined) this.faults.push(`${name} is missing`);
    return '';
  }

  flag(name: string): boolean | undefined {
    const value = this.given(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === 1 || value === '1') return true;
    if (value === 'false' || value === 0 || value === '0') return false;
    return this.fault(`${name} must be true or false`);
  }

  /** Empty text is no instant, like an absent field. */
  instant(name: string): CatalogInstant | undefined {
    const text = this.name(name);
    if (text === undefined || text.trim() === '') return undefined;
    return parseInstant(text) ?? this.fault(`${name} is not an ISO 8601 date-time`);
  }

  decimal(name: string): number | undefined {
    const value = this.given(name);
    if (value === undefined || value === '') return undefined;
    return numberOf(value) ?? this.fault(`${name} must be a number`);
  }

  /** A list of texts: an array, or a string that contains a JSON array. */
  texts(name: string): readonly string[] | undefined {
    const value = this.given(name);
    if (value === undefined || value === '') return undefined;
    const list = typeof value === 'string' ? parsedArray(value) : value;
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
      return this.fault(`${name} must be an array of strings, or a string that holds one`);
    }
    if (list.some((item) => item.includes('\0') || item.length > NAME_LENGTH_MAX)) {
      return this.fault(`${name} holds a text that is too long or contains the character U+0000`);
    }
    return list.map(wellFormed);
  }

  rows(name: string): readonly unknown[] | undefined {
    const value = this.given(name);
    if (value === undefined || Array.isArray(value)) return value;
    return this.fault(`${name} must be an array`);
  }

  object(name: string): Fields | undefined {
    const value = this.given(name);
    if (value === undefined || isFields(value)) return value;
    return this.fault(`${name} must be an object`);
  }

  given(name: string): unknown {
    const value = Object.hasOwn(this.row, name) ? this.row[name] : undefined;
    return value === null ? undefined : value;
  }

  fault(text: string): undefined {
    this.faults.push(text);
    return undefined;
  }
}

/** A number, also when written as a string. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** PostgreSQL's JSON accepts neither U+0000 nor unpaired surrogates. */
export function isStorableJson(text: string): boolean {
  return !/\\u0000|\\ud[89a-f]/i.test(text);
}

/** Replaces an unpaired surrogate, which UTF-8 cannot encode, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function parsedArray(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
