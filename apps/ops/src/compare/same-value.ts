import { isDeepStrictEqual } from 'node:util';

/** How a returned value compares with the source's. */
export type Verdict = 'same' | 'rewritten' | 'other' | 'absent';

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** `rewritten` is the same value in another notation: a time, a number, a list inside a text. */
export function verdictOf(source: unknown, served: unknown): Verdict {
  if (served === undefined || served === null) return 'absent';
  if (isDeepStrictEqual(source, served)) return 'same';
  return isDeepStrictEqual(meaningOf(source), meaningOf(served)) ? 'rewritten' : 'other';
}

/** A source leaves a field empty with null, an empty text or an empty list. */
export function saysNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function meaningOf(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1e6) / 1e6;
  if (typeof value !== 'string') return value;
  if (NUMBER.test(value)) return Math.round(Number(value) * 1e6) / 1e6;
  if (INSTANT.test(value)) return instantOf(value);
  if (value.startsWith('[')) return listIn(value);
  return value.startsWith('0x') ? value.toLowerCase() : value;
}

function instantOf(text: string): unknown {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const millis = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(millis) ? text : millis;
}

function listIn(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(meaningOf) : text;
  } catch {
    return text;
  }
}
