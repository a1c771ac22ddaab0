import { parseSizeDecimal } from '@foretell/units';

/** How one query parameter is read, and how the documentation describes it. */
export interface Rule<T> {
  readonly isRequired: boolean;
  /** What holds when the parameter is absent. */
  readonly fallback: T;
  /** The parameter's value; undefined when the text is not one. */
  readonly parse: (text: string) => T | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
}
export type Rules = Readonly<Record<string, Rule<unknown>>>;
/** The parsed query of a set of rules. */
export type QueryOf<R extends Rules> = { readonly [K in keyof R]: R[K] extends Rule<infer T> ? T : never };

const WALLET = /^0x[0-9a-fA-F]{40}$/;
const CONDITION_ID = /^0x[0-9a-fA-F]{64}$/;
const INTEGER = /^(0|[1-9][0-9]{0,15})$/;
const CONDITION_IDS_MAX = 100;
const TEXT_LENGTH_MAX = 200;

function parseWallet(text: string): string | undefined {
  return WALLET.test(text) ? text.toLowerCase() : undefined;
}

/** A wallet address in any case; given on in lower case. */
export function wallet(): Rule<string> {
  return { isRequired: true, fallback: '', parse: parseWallet, schema: { type: 'string', pattern: WALLET.source } };
}

export function optionalWallet(): Rule<string | null> {
  return { ...wallet(), isRequired: false, fallback: null };
}

function parseConditionIds(text: string): readonly string[] | undefined {
  const ids = text.split(',').map((id) => id.trim().toLowerCase());
  return ids.length <= CONDITION_IDS_MAX && ids.every((id) => CONDITION_ID.test(id)) ? [...new Set(ids)] : undefined;
}

/** Comma-separated condition ids, at most 100; repeats count once. */
export function conditionIds(): Rule<readonly string[]> {
  const schema = { type: 'string', description: `Comma-separated condition ids, at most ${CONDITION_IDS_MAX}` };
  return { isRequired: true, fallback: [], parse: parseConditionIds, schema };
}

export function optionalConditionIds(): Rule<readonly string[] | null> {
  return { ...conditionIds(), isRequired: false, fallback: null };
}

/** A whole number within the bounds, both included. Refuses signs, leading zeros, fractions and exponents. */
export function integer(minimum: number, maximum: number, fallback: number): Rule<number> {
  const parse = (text: string): number | undefined => {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
  return { isRequired: false, fallback, parse, schema: { type: 'integer', minimum, maximum, default: fallback } };
}

/** A number of shares or USDC, 0 or more, given on in micros. Refuses a seventh decimal. */
export function amount(fallbackMicros: number, fallbackText: number): Rule<number> {
  const parse = (text: string): number | undefined => {
    const parsed = parseSizeDecimal(text);
    return parsed.ok ? parsed.value : undefined;
  };
  return { isRequired: false, fallback: fallbackMicros, parse, schema: { type: 'number', minimum: 0, default: fallbackText } };
}

/** One of the names, written exactly so. */
export function oneOf<const T extends string>(names: readonly T[], fallback: T): Rule<T> {
  const parse = (text: string): T | undefined => names.find((name) => name === text);
  return { isRequired: false, fallback, parse, schema: { type: 'string', enum: [...names], default: fallback } };
}

export function optionalOneOf<const T extends string>(names: readonly T[]): Rule<T | null> {
  const parse = (text: string): T | undefined => names.find((name) => name === text);
  return { isRequired: false, fallback: null, parse, schema: { type: 'string', enum: [...names] } };
}

export function optionalBoolean(): Rule<boolean | null> {
  const parse = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);
  return { isRequired: false, fallback: null, parse, schema: { type: 'boolean' } };
}

export function optionalText(): Rule<string | null> {
  const parse = (text: string): string | undefined => (text.length <= TEXT_LENGTH_MAX && !text.includes('\0') ? text : undefined);
  return { isRequired: false, fallback: null, parse, schema: { type: 'string', maxLength: TEXT_LENGTH_MAX } };
}
