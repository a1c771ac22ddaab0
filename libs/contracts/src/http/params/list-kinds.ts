import { ArrayMaxSize, IsIn, IsInt, Matches, MaxLength } from 'class-validator';
import { idOrText } from './number-kinds';
import { RequestParam, saying, type ParamOptions } from './param';

const ITEMS_MAX = 500;
const ITEM_LENGTH_MAX = 600;

/**
 * A list of texts: repeated, or separated by commas. Deduplicated and sorted, so that equal lists are equal requests; with
 * `isInOrder` in the given order, for responses that follow it.
 */
export function TextListParam({
  isInOrder,
  most = ITEMS_MAX,
  ...options
}: ParamOptions & { readonly isInOrder?: true; readonly most?: number }): PropertyDecorator {
  const said = { ...saying(`$property must be texts of at most ${ITEM_LENGTH_MAX} characters`, options), each: true };
  return RequestParam(
    {
      read: (given) => (isInOrder === true ? itemsOf(given) : itemsOf(given).toSorted()),
      constraints: [fewEnough(options, most), MaxLength(ITEM_LENGTH_MAX, said), Matches(/^[^\0]*$/, said)],
      schema: {
        type: 'array',
        maxItems: most,
        items: { type: 'string', maxLength: ITEM_LENGTH_MAX, pattern: '^[^\\u0000,]*$' },
      },
      isRepeatable: true,
    },
    options,
  );
}

/** A list of numeric ids: repeated, or separated by commas. */
export function IdListParam(options: ParamOptions): PropertyDecorator {
  const said = { ...saying('$property must be integers', options), each: true };
  return RequestParam(
    {
      read: (given) => itemsOf(given).toSorted().map(idOrText),
      constraints: [fewEnough(options), IsInt(said)],
      schema: { type: 'array', maxItems: ITEMS_MAX, items: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
      isRepeatable: true,
    },
    options,
  );
}

/** A list of names out of those given: repeated, or separated by commas. */
export function NameListParam({ names, ...options }: ParamOptions & { readonly names: readonly string[] }): PropertyDecorator {
  const said = { ...saying(`$property must be names of ${names.join(', ')}`, options), each: true };
  return RequestParam(
    {
      read: (given) => itemsOf(given).toSorted(),
      constraints: [fewEnough(options), IsIn([...names], said)],
      schema: { type: 'array', maxItems: ITEMS_MAX, items: { type: 'string', enum: [...names] } },
      isRepeatable: true,
    },
    options,
  );
}

function fewEnough(options: ParamOptions, most = ITEMS_MAX): PropertyDecorator {
  return ArrayMaxSize(most, saying(`$property must name at most ${most}`, options));
}

function itemsOf(given: string | readonly string[]): string[] {
  const texts = [given].flat().flatMap((text) => text.split(','));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
