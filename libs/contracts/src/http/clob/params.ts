import { OwnParam, PatternParam, type ParamOptions, type RefusalWords } from '../params';
import { CONDITION_ID, TOKEN_ID } from './documented-values';
import { END_PLACE, FIRST_CURSOR, FIRST_PLACE, OFFSET_MAX, decodeCursor } from './cursor';

/** Parameters of several routes of the trading service, with its error texts. */

/** Base64 with its padding, or nothing. The pattern does not cover the decoded value: it would fill a page. */
const CURSOR = '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const CURSOR_LENGTH_MAX = 24;
const NOT_NUL = '^[^\\u0000]*$';

/** A text that filters a list. The database cannot store U+0000, so queries with it would fail. */
export function FilterParam(options: ParamOptions & { readonly isHex?: true }): PropertyDecorator {
  return OwnParam({
    ...options,
    read: (text) => (options.isHex === true ? text.toLowerCase() : text),
    isValue: (value) => typeof value === 'string' && !value.includes('\0'),
    sentence: '$property must not hold a NUL character',
    schema: { type: 'string', pattern: NOT_NUL },
  });
}

/** Any text; it is looked up later and may match nothing. */
export function AnyTextParam(
  options: ParamOptions & { readonly takesEmpty?: true; readonly schema?: Readonly<Record<string, unknown>> },
): PropertyDecorator {
  return OwnParam({
    schema: { type: 'string', ...(options.required === true ? { minLength: 1 } : {}) },
    ...options,
    read: (text) => text,
    isValue: (value) => typeof value === 'string',
    sentence: '$property must be text',
  });
}

/** "true" is true, anything else is false. */
export function SwitchParam(description: string): PropertyDecorator {
  return OwnParam({
    description,
    read: (text) => text === 'true',
    isValue: (value) => typeof value === 'boolean',
    sentence: '$property must be true or false',
    schema: { type: 'boolean', default: false },
    fallback: false,
  });
}

const INVALID_CURSOR: RefusalWords = {
  message: `next_cursor must be a cursor of this list, or skip at most ${OFFSET_MAX} rows: next item should be greater than or equal to 0`,
  code: 'invalid_cursor',
};

/**
 * The start of a page of a cursor list, as a ListPlace. A present but empty cursor is the beginning of a list of markets, and
 * past the end elsewhere. Clients of this family that receive '' as next cursor of an account's list would otherwise request it
 * in a loop.
 */
export function CursorParam({ empty = END_PLACE } = {}): PropertyDecorator {
  return OwnParam({
    description:
      `The next_cursor of the previous page, or the Base64 of the number of rows to skip, at most ${OFFSET_MAX}. ` +
      `MA== is the first page, LTE= is past the end. An empty value is ${empty === FIRST_PLACE ? 'the first page' : 'past the end'}`,
    example: FIRST_CURSOR,
    read: (text) => (text === '' ? empty : (decodeCursor(text) ?? text)),
    isValue: (value) => typeof value === 'object',
    sentence: '$property must be a cursor of this list',
    refusal: INVALID_CURSOR,
    repeated: INVALID_CURSOR,
    schema: { type: 'string', pattern: CURSOR, maxLength: CURSOR_LENGTH_MAX, default: FIRST_CURSOR },
    fallback: FIRST_PLACE,
    takesEmpty: true,
  });
}

export const INVALID_TOKEN: RefusalWords = { message: 'Invalid token id', code: 'invalid_token_id' };

export function TokenIdParam(): PropertyDecorator {
  const { description, example } = TOKEN_ID;
  return PatternParam({
    description,
    example,
    pattern: /^[0-9]{1,78}$/,
    required: true,
    refusal: INVALID_TOKEN,
    missing: INVALID_TOKEN,
    repeated: INVALID_TOKEN,
  });
}

export const INVALID_MARKET: RefusalWords = {
  message: 'Invalid market',
  code: 'invalid_market',
  details: { expected: '0x and 64 hex digits' },
};

/** Condition id of a path, converted to lower case. */
export function ConditionIdParam(): PropertyDecorator {
  const { description, example } = CONDITION_ID;
  return OwnParam({
    description: `${description}, in any case`,
    example,
    required: true,
    read: (text) => text.toLowerCase(),
    isValue: (value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value),
    sentence: '$property must be 0x and 64 hex digits',
    refusal: INVALID_MARKET,
    schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{64}$' },
  });
}
