import { FACT_EXAMPLES } from './fact-examples';
import { factFault } from './fact-fault';

type Fields = Readonly<Record<string, unknown>>;

const faultOf = (fact: Fields & { readonly type: string }): string | null => factFault(fact);

/** Where each field of a fact is, parts and elements of lists included. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const within = Array.isArray(value) ? value.map((each: unknown, index) => [index, each] as const) : Object.entries(value);
  const inner = within.flatMap(([key, each]) => placesIn(each, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced((value as Fields)[key], rest, by);
  if (Array.isArray(value)) return value.map((each: unknown, index) => (index === key ? inner : each));
  return { ...(value as Fields), [key]: inner };
}

const at = (value: unknown, key: string | number): unknown => (value as Fields)[key];
/** What does not stand where a value of this kind does. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = { number: ['5', true], string: [5, ['5']], boolean: ['true', 1] };
const shown = (path: readonly (string | number)[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
const examples = Object.values(FACT_EXAMPLES);
const fields = examples.flatMap((fact) =>
  placesIn(fact)
    .filter(([first]) => first !== 'type')
    .map((path) => ({ fact, path, name: `${fact.type}: ${shown(path)}` })),
);
const [trade, quoted, market] = [
  FACT_EXAMPLES['trade.matched.v1'],
  FACT_EXAMPLES['market.quoted.v1'],
  FACT_EXAMPLES['catalog.market.v2'],
];

describe('the fault of a fact', () => {
  it('is none in any that is told, nor in one with fields of a later release', () => {
    for (const fact of examples) {
      expect(factFault(fact)).toBeNull();
      expect(faultOf({ ...fact, addedLater: { by: 'a later release' } })).toBeNull();
    }
  });

  it.each(fields)('is named where another kind of value stands: $name', ({ fact, path, name }) => {
    const right = path.reduce(at, fact);
    for (const wrong of [...(WRONG[typeof right] ?? []), undefined, { wrong: true }])
      expect(factFault(replaced(fact, path, wrong) as typeof fact)).toMatch(new RegExp(`^${quotedForm(name)}.* must be `));
  });

  it.each([
    [{ ...trade, sizeMicros: 1.5 }, 'trade.matched.v1: sizeMicros must be a whole number of 0 or more'],
    [{ ...trade, sizeMicros: -1 }, 'trade.matched.v1: sizeMicros must be a whole number of 0 or more'],
    [{ ...trade, sizeMicros: 2 ** 53 }, 'trade.matched.v1: sizeMicros must be a whole number of 0 or more'],
    [{ ...trade, side: 'buy' }, 'trade.matched.v1: side must be one of BUY, SELL'],
    [{ ...trade, outcome: '0' }, 'trade.matched.v1: outcome must be one of 0, 1'],
    [{ ...trade, wallet: trade.wallet.toUpperCase() }, 'trade.matched.v1: wallet must be 0x and 40 small hex digits'],
    [
      { ...trade, fills: [{ ...trade.fills[0], pricePips: 10_001 }] },
      'trade.matched.v1: fills[0].pricePips must be a whole number',
    ],
    [{ ...trade, fills: ['none'] }, 'trade.matched.v1: fills[0] must be an object'],
    [{ ...quoted, bestBidPips: true }, 'market.quoted.v1: bestBidPips must be a whole number from 0 to 10000'],
    [{ ...market, event: [] }, 'catalog.market.v2: event.id must be a text'],
    [{ ...market, closingPricesMicros: [1] }, 'catalog.market.v2: closingPricesMicros must have 2 elements'],
  ] as const)('says what must be: case %#', (fact, fault) => {
    expect(faultOf(fact)).toContain(fault);
  });

  it('is none where nothing need be, and in a type that this version does not know', () => {
    expect(faultOf({ ...quoted, bestBidPips: null, bestAskPips: null, lastTradePips: null })).toBeNull();
    expect(faultOf({ ...market, event: null, closingPricesMicros: undefined, result: undefined })).toBeNull();
    expect(faultOf({ type: 'trade.matched.v9', sizeMicros: 'many' })).toBeNull();
  });
});

function quotedForm(text: string): string {
  return text.replaceAll(/[.[\]]/g, '\\$&');
}
