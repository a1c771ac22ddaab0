import { HttpFailure } from '@foretell/platform-server';

/** One query parameter: how to read it, and what the documentation says of it. */
export interface Param<T> {
  readonly aliases: readonly string[];
  readonly doc: {
    readonly type: 'integer' | 'boolean' | 'string';
    readonly description: string;
    readonly fallback?: number | boolean;
  };
  readonly isRequired?: true;
  readonly minimum?: number;
  readonly maximum?: number;
  /** `texts` are the values given under the name and its aliases; empty when none was. Throws the catalog's 400. */
  read(name: string, texts: readonly string[]): T;
}
export type ParamTable = Readonly<Record<string, Param<unknown>>>;
export type ParamValues<T extends ParamTable> = { readonly [K in keyof T]: T[K] extends Param<infer V> ? V : never };

const DIGITS = /^[0-9]{1,15}$/;
const TEXT_LENGTH_MAX = 600;
const REPEATS_MAX = 500;

/** A refusal with the documented message. Source: interface, Errors. */
export function badRequest(message: string): HttpFailure {
  return new HttpFailure(400, message, 'bad_request');
}

/** Reads a query string. Refuses names that the table does not have: a filter that is silently ignored answers the wrong question. */
export function readQuery<T extends ParamTable>(table: T, url: string): ParamValues<T> {
  const question = url.indexOf('?');
  const given = new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
  const names = new Map(Object.entries(table).flatMap(([name, { aliases }]) => [name, ...aliases].map((each) => [each, name])));
  for (const name of given.keys()) {
    if (!names.has(name)) throw badRequest(`unknown parameter: ${name.slice(0, 60)}`);
  }
  const values = Object.entries(table).map(([name, param]) => {
    return [
      name,
      param.read(
        name,
        [name, ...param.aliases].flatMap((each) => given.getAll(each)),
      ),
    ];
  });
  return Object.fromEntries(values) as ParamValues<T>;
}

interface Bounds {
  readonly minimum: number;
  readonly maximum?: number;
  readonly fallback: number;
  readonly description: string;
}

export function integer({ minimum, maximum, fallback, description }: Bounds): Param<number> {
  const bounds = maximum === undefined ? `greater than or equal to ${minimum}` : `between ${minimum} and ${maximum}`;
  return {
    aliases: [],
    doc: { type: 'integer', description, fallback },
    minimum,
    ...(maximum === undefined ? {} : { maximum }),
    read(name, texts) {
      const text = single(name, texts);
      if (text === undefined) return fallback;
      const value = DIGITS.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= (maximum ?? Number.MAX_SAFE_INTEGER)) return value;
      throw badRequest(`${name} must be ${bounds}`);
    },
  };
}

export function id(description: string): Param<number | undefined> {
  return {
    aliases: [],
    doc: { type: 'integer', description },
    read(name, texts) {
      const text = single(name, texts);
      if (text === undefined || DIGITS.test(text)) return text === undefined ? undefined : Number(text);
      throw badRequest(`${name} must be an integer`);
    },
  };
}

export function flag(description: string): Param<boolean | undefined> {
  return {
    aliases: [],
    doc: { type: 'boolean', description },
    read(name, texts) {
      const text = single(name, texts);
      if (text === undefined) return undefined;
      if (text === 'true' || text === '1') return true;
      if (text === 'false' || text === '0') return false;
      throw badRequest(`${name} must be true or false`);
    },
  };
}

export function flagOr(fallback: boolean, description: string): Param<boolean> {
  const optional = flag(description);
  return { ...optional, doc: { ...optional.doc, fallback }, read: (name, texts) => optional.read(name, texts) ?? fallback };
}

export function text(description: string, aliases: readonly string[] = []): Param<string | undefined> {
  return {
    aliases,
    doc: { type: 'string', description },
    read(name, texts) {
      const value = single(name, texts);
      return value === undefined ? undefined : sound(name, value);
    },
  };
}

/** May be given several times, each value being one that is wanted. In the order of their text: order means nothing here. */
export function texts(description: string, aliases: readonly string[] = []): Param<readonly string[] | undefined> {
  return {
    aliases,
    doc: { type: 'string', description },
    read(name, values) {
      if (values.length === 0) return undefined;
      if (values.length > REPEATS_MAX) throw badRequest(`${name} must be given at most ${REPEATS_MAX} times`);
      return [...new Set(values.map((value) => sound(name, value)))].toSorted();
    },
  };
}

/** The one value; the same value under a name and its alias is one value. */
export function single(name: string, values: readonly string[]): string | undefined {
  const distinct = new Set(values);
  if (distinct.size > 1) throw badRequest(`${name} must be given once`);
  return values[0];
}

function sound(name: string, value: string): string {
  if (value === '') throw badRequest(`${name} must not be empty`);
  if (value.length > TEXT_LENGTH_MAX) throw badRequest(`${name} must be at most ${TEXT_LENGTH_MAX} characters long`);
  if (value.includes('\0')) throw badRequest(`${name} must not contain U+0000`);
  return value;
}
