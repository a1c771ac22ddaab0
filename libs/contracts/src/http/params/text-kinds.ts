import {
  ArrayMaxSize,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { RequestParam, saying, type ParamOptions } from './param';

const NO_NUL = '^[^\\u0000]*$';
const NOT_BLANK = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$';
const TEXT_LENGTH_MAX = 600;
const REPEATS_MAX = 500;
const WALLET = /^0x[0-9a-fA-F]{40}$/;
const CONDITION_ID = /^0x[0-9a-fA-F]{64}$/;
const CONDITION_IDS_MAX = 100;

/** Texts that public clients send for true and false. */
export const LOOSE_FLAGS = {
  true: true,
  True: true,
  TRUE: true,
  '1': true,
  false: false,
  False: false,
  FALSE: false,
  '0': false,
};

interface FlagOptions extends ParamOptions {
  readonly fallback?: boolean | null;
  /** Texts for true and false; default "true" and "false". */
  readonly texts?: Readonly<Record<string, boolean>>;
}

export function FlagParam(options: FlagOptions): PropertyDecorator {
  const texts = new Map(Object.entries(options.texts ?? { true: true, false: false }));
  return RequestParam(
    {
      read: (text) => texts.get(String(text)) ?? text,
      constraints: [IsBoolean(saying('$property must be true or false', options))],
      schema: { type: 'boolean' },
    },
    options,
  );
}

interface TextOptions extends ParamOptions {
  readonly lengthMax?: number;
  readonly fallback?: string | null;
  readonly isTrimmed?: true;
}

/** A text that the database can store: not empty, without U+0000. */
export function TextParam(options: TextOptions): PropertyDecorator {
  const { lengthMax = TEXT_LENGTH_MAX, isTrimmed } = options;
  return RequestParam(
    {
      read: (text) => (isTrimmed === true && typeof text === 'string' ? text.trim() : text),
      constraints: textConstraints(lengthMax, options),
      schema: { type: 'string', minLength: 1, maxLength: lengthMax, pattern: isTrimmed === true ? NOT_BLANK : NO_NUL },
    },
    options,
  );
}

/** A list of texts, sorted and deduplicated: their order has no meaning. */
export function TextsParam(options: ParamOptions): PropertyDecorator {
  return RequestParam(
    {
      read: (texts) => [...new Set(texts)].toSorted(),
      constraints: [
        ArrayMaxSize(REPEATS_MAX, saying(`$property must be given at most ${REPEATS_MAX} times`, options)),
        ...textConstraints(TEXT_LENGTH_MAX, options, true),
      ],
      schema: {
        type: 'array',
        maxItems: REPEATS_MAX,
        items: { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: NO_NUL },
      },
      isRepeatable: true,
    },
    options,
  );
}

function textConstraints(lengthMax: number, options: ParamOptions, each = false): readonly PropertyDecorator[] {
  const said = (usual: string): ValidationOptions => ({ ...saying(usual, options), each });
  return [
    IsString(said('$property must be text')),
    IsNotEmpty(said('$property must not be empty')),
    MaxLength(lengthMax, said(`$property must be at most ${lengthMax} characters long`)),
    Matches(/^[^\0]*$/, said('$property must not contain U+0000')),
  ];
}

/** Any text of a path; null for one with U+0000, which the database cannot store and so nothing has. */
export function PathTextParam(options: Omit<ParamOptions, 'required'>): PropertyDecorator {
  return RequestParam(
    {
      read: (text) => (String(text).includes('\0') ? null : text),
      constraints: [IsOptional(), IsString(saying('$property must be text', options))],
      schema: { type: 'string', minLength: 1 },
    },
    { ...options, required: true },
  );
}

interface OneOfOptions<T extends string> extends ParamOptions {
  readonly names: readonly T[];
  /** Also accepts the names, which are upper case, in lower case. */
  readonly takesSmall?: true;
  readonly fallback?: T | null;
}

/** One of the names, exactly as written unless options say otherwise. */
export function OneOfParam<const T extends string>(options: OneOfOptions<T>): PropertyDecorator {
  const { names, takesSmall } = options;
  return RequestParam(
    {
      read: (text) => (takesSmall === true ? String(text).toUpperCase() : text),
      constraints: [IsIn([...names], saying(`$property must be one of ${names.join(', ')}`, options))],
      schema: { type: 'string', enum: [...names] },
    },
    options,
  );
}

interface NamesOptions extends ParamOptions {
  readonly names: readonly string[];
  readonly fallback: readonly string[];
}

/** Names from the list, separated by commas. */
export function NamesParam(options: NamesOptions): PropertyDecorator {
  const { names, fallback } = options;
  const pattern = `^ *(${names.join('|')}) *(, *(${names.join('|')}) *)*$`;
  return RequestParam(
    {
      read: (text) =>
        String(text)
          .split(',')
          .map((name) => name.trim()),
      constraints: [IsIn([...names], { ...saying(`$property must be names of ${names.join(', ')}`, options), each: true })],
      schema: { type: 'string', pattern, default: fallback.join(',') },
    },
    options,
  );
}

interface NullableOptions extends ParamOptions {
  readonly fallback?: null;
}

/** A wallet address in any case; converted to lower case. */
export function WalletParam(options: NullableOptions): PropertyDecorator {
  return RequestParam(
    {
      read: (text) => (typeof text === 'string' ? text.toLowerCase() : text),
      constraints: [Matches(WALLET, saying('$property must be an address, 0x and 40 hex digits', options))],
      schema: { type: 'string', pattern: WALLET.source },
    },
    options,
  );
}

/** Comma-separated condition ids in any case, at most 100; converted to lower case and deduplicated. */
export function ConditionIdsParam(options: NullableOptions): PropertyDecorator {
  const said = saying(`$property must be condition ids separated by commas, at most ${CONDITION_IDS_MAX}`, options);
  const one = CONDITION_ID.source.slice(1, -1);
  return RequestParam(
    {
      // Counts the ids before deduplication, so that repeats count towards the limit.
      read: (text) => {
        const ids = String(text)
          .split(',')
          .map((id) => id.trim().toLowerCase());
        return ids.length <= CONDITION_IDS_MAX ? [...new Set(ids)] : ids;
      },
      constraints: [ArrayMaxSize(CONDITION_IDS_MAX, said), Matches(CONDITION_ID, { ...said, each: true })],
      schema: { type: 'string', pattern: `^${one}(,${one}){0,${CONDITION_IDS_MAX - 1}}$` },
    },
    options,
  );
}

/** A text with a pattern. */
export function PatternParam(
  options: ParamOptions & { readonly pattern: RegExp; readonly fallback?: string | null },
): PropertyDecorator {
  const { pattern } = options;
  return RequestParam(
    {
      read: (text) => text,
      constraints: [Matches(pattern, saying(`$property must match ${pattern.source}`, options))],
      schema: { type: 'string', pattern: pattern.source },
    },
    options,
  );
}

/** For values that no other kind covers: parsed and validated by the given functions. */
export function OwnParam(
  options: ParamOptions & {
    readonly read: (text: string) => unknown;
    readonly isValue: (value: unknown) => boolean;
    readonly sentence: string;
    readonly schema: Readonly<Record<string, unknown>>;
    readonly fallback?: unknown;
    readonly takesEmpty?: true;
  },
): PropertyDecorator {
  const { read, isValue, sentence, schema } = options;
  const constraint = ValidateBy({ name: 'ownParam', validator: { validate: isValue } }, saying(sentence, options));
  return RequestParam({ read: (text) => read(String(text)), constraints: [constraint], schema }, options);
}
