import { IsInt, Max, Min } from 'class-validator';
import { RequestParam, saying, type ParamOptions } from './param';

const DIGITS = /^[0-9]+$/;
/** An offset beyond every list. */
const GREATEST = 999_999_999_999_999;
const CANONICAL = /^(0|[1-9][0-9]{0,14})$/;
const MILLION = 1_000_000;

interface IntegerOptions extends ParamOptions {
  readonly minimum: number;
  readonly maximum?: number;
  readonly fallback?: number;
  /** A number beyond a bound is clamped to it. */
  readonly isCapped?: true;
  /** Refuses leading zeros. */
  readonly isCanonical?: true;
}

/**
 * An integer within the bounds, both included: digits only, no sign, fraction or exponent. Without a maximum, one that a number
 * cannot represent exactly counts as the greatest.
 */
export function IntegerParam(options: IntegerOptions): PropertyDecorator {
  const { minimum, maximum, isCanonical, isCapped } = options;
  const digits = isCanonical === true ? CANONICAL : DIGITS;
  const bounds = maximum === undefined ? `greater than or equal to ${minimum}` : `between ${minimum} and ${maximum}`;
  const said = saying(`$property must be ${bounds}`, options);
  const within = (number: number): number => Math.min(Math.max(number, minimum), maximum ?? number);
  const represented = (number: number): number => (maximum === undefined ? Math.min(number, GREATEST) : number);
  const read = (text: string): number => (isCapped === true ? within(Number(text)) : represented(Number(text)));
  return RequestParam(
    {
      read: (text) => (typeof text === 'string' && digits.test(text) ? read(text) : text),
      constraints: [IsInt(said), Min(minimum, said), Max(maximum ?? Number.MAX_SAFE_INTEGER, said)],
      schema: { type: 'integer', minimum, ...(maximum === undefined ? {} : { maximum }) },
    },
    options,
  );
}

/** What an id reads as that a number cannot represent exactly: no resource has it. */
const NO_ID = -1;

/** The number of an id that may be any integer; other texts remain as they are. */
export function idOrText(text: string): number | string {
  if (!DIGITS.test(text)) return text;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : NO_ID;
}

/** A numeric id of a resource. */
export function IdParam(options: ParamOptions): PropertyDecorator {
  const said = saying('$property must be an integer', options);
  return RequestParam(
    {
      read: (text) => (typeof text === 'string' ? idOrText(text) : text),
      constraints: [IsInt(said)],
      schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    },
    options,
  );
}

interface AmountOptions extends ParamOptions {
  /** The default when absent, in millionths; none when omitted. */
  readonly fallback?: number;
}

/** A number in JSON notation, with no more digits than any amount has. */
const AMOUNT = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,21}))?(?:[eE]([+-]?[0-9]{1,2}))?$/;
const AMOUNT_MAX_MICROS = 1_000_000_000 * MILLION;

/** Exact; undefined for an invalid text, for more than six decimals, or beyond the bound. */
function microsOf(text: string): number | undefined {
  const match = AMOUNT.exec(text);
  if (match === null) return undefined;
  const [, whole = '', decimals = '', exponent = '0'] = match;
  const digits = whole + decimals;
  const shift = 6 - decimals.length + Number(exponent);
  const beyond = shift < 0 ? digits.slice(shift) : '';
  if (/[1-9]/.test(beyond)) return undefined;
  const micros = Number(digits.slice(0, digits.length - beyond.length) + '0'.repeat(Math.max(shift, 0)));
  return micros <= AMOUNT_MAX_MICROS ? micros : undefined;
}

/** An amount of shares or USDC from 0 to 10^9 with at most six decimals, with or without an exponent; converted to millionths. */
export function AmountParam(options: AmountOptions): PropertyDecorator {
  const { fallback } = options;
  return RequestParam(
    {
      read: (text) => microsOf(String(text)) ?? text,
      constraints: [IsInt(saying('$property must be a decimal number with at most six decimals', options))],
      schema: {
        type: 'number',
        minimum: 0,
        maximum: 1_000_000_000,
        ...(fallback === undefined ? {} : { default: fallback / MILLION }),
      },
    },
    options,
  );
}

const SECONDS = /^([0-9]{1,12})(?:\.([0-9]{1,9}))?$/;

/** An instant in Unix seconds, which may have a fraction; converted to microseconds, truncated. */
export function SecondsParam(options: ParamOptions): PropertyDecorator {
  const said = saying('$property must be Unix seconds', options);
  return RequestParam(
    {
      read: (text) => {
        const match = SECONDS.exec(String(text));
        if (match === null) return text;
        const [, whole, decimals = ''] = match;
        return Number(whole) * MILLION + Number(decimals.slice(0, 6).padEnd(6, '0'));
      },
      constraints: [IsInt(said)],
      schema: { type: 'number', minimum: 0, maximum: 999_999_999_999 },
    },
    options,
  );
}
