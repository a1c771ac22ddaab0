import { decodeMessage, encodeMessage } from './codec';
import { EVENT_BYTES, EVENT_EXAMPLES } from './event-examples';
import { eventFault } from './event-fault';

type Fields = Readonly<Record<string, unknown>>;

const faultOf = (exchangeEvent: Fields & { readonly type: string }): string | null => eventFault(exchangeEvent);

/** The path of each field of an event, including parts and elements of lists. */
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
/** Values of the wrong kind, by the kind of the right one. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = { number: ['5', true], string: [5, ['5']], boolean: ['true', 1] };
const shown = (path: readonly (string | number)[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
const examples = Object.values(EVENT_EXAMPLES);
const fields = examples.flatMap((exchangeEvent) =>
  placesIn(exchangeEvent)
    .filter(([first]) => first !== 'type')
    .map((path) => ({ event: exchangeEvent, path, name: `${exchangeEvent.type}: ${shown(path)}` })),
);
const [trade, quoted, market] = [
  EVENT_EXAMPLES['trade.matched.v1'],
  EVENT_EXAMPLES['market.quoted.v1'],
  EVENT_EXAMPLES['catalog.market.v2'],
];

describe('the fault of an event', () => {
  it('is null for every published event, and for one with fields of a later release', () => {
    for (const exchangeEvent of examples) {
      expect(eventFault(exchangeEvent)).toBeNull();
      expect(faultOf({ ...exchangeEvent, addedLater: { by: 'a later release' } })).toBeNull();
    }
  });

  it.each(fields)('is named for a value of another kind: $name', ({ event: exchangeEvent, path, name }) => {
    const right = path.reduce(at, exchangeEvent);
    for (const wrong of [...(WRONG[typeof right] ?? []), undefined, { wrong: true }])
      expect(eventFault(replaced(exchangeEvent, path, wrong) as typeof exchangeEvent)).toMatch(
        new RegExp(`^${quotedForm(name)}.* must be `),
      );
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
  ] as const)('says what must be: case %#', (exchangeEvent, fault) => {
    expect(faultOf(exchangeEvent)).toContain(fault);
  });

  it('is null for a missing optional field, and for an unknown type', () => {
    expect(faultOf({ ...quoted, bestBidPips: null, bestAskPips: null, lastTradePips: null })).toBeNull();
    expect(faultOf({ ...market, event: null, closingPricesMicros: undefined, result: undefined })).toBeNull();
    expect(faultOf({ type: 'trade.matched.v9', sizeMicros: 'many' })).toBeNull();
  });
});

describe('the terms of a changed market', () => {
  const changed = EVENT_EXAMPLES['market.changed.v1'];
  const terms = { tickPips: 100, minimumSizeMicros: 1, feeRateBps: 0, feeExponent: 1, delayMillis: 0 };
  const rewardsRates = [{ assetAddress: '0x2', dailyRateMicros: 12_500_000 }];
  const pinned = { rewardsRates, rewardsMinSizeMicros: 1, rewardsMaxSpreadPips: 250 };

  it.each([
    ['before terms were published', changed, ''],
    ['before rewards were', { ...changed, terms }, `,"terms":${JSON.stringify(terms)}`],
    ['with a rebate alone', { ...changed, terms: { ...terms, rebateRateBps: 5_000 } }, null],
    [
      'with pinned rewards',
      { ...changed, terms: { ...terms, ...pinned, rebateRateBps: 0 } },
      ',"terms":{"tickPips":100,"minimumSizeMicros":1,"feeRateBps":0,"feeExponent":1,"delayMillis":0,' +
        '"rewardsRates":[{"assetAddress":"0x2","dailyRateMicros":12500000}],"rewardsMinSizeMicros":1,' +
        '"rewardsMaxSpreadPips":250,"rebateRateBps":0}',
    ],
  ])('have no fault as published %s, and are decoded from their bytes', (_, exchangeEvent, added) => {
    expect(eventFault(exchangeEvent)).toBeNull();
    const bytes = added === null ? JSON.stringify(exchangeEvent) : EVENT_BYTES['market.changed.v1'].replace(/}$/, `${added}}`);
    const message = Buffer.from(`{"source":"clob","firstSequence":7,"facts":[${bytes}]}`);
    expect(decodeMessage(message).facts).toEqual([exchangeEvent]);
    expect(Buffer.from(encodeMessage({ source: 'clob', firstSequence: 7, facts: [exchangeEvent] }))).toEqual(message);
  });

  it.each([
    [{ rewardsRates: {} }, 'terms.rewardsRates must be a list'],
    [{ rewardsRates: [{ assetAddress: '0x2' }] }, 'terms.rewardsRates[0].dailyRateMicros must be a whole number'],
    [{ rewardsMinSizeMicros: '1' }, 'terms.rewardsMinSizeMicros must be a whole number'],
    [{ rewardsMaxSpreadPips: null }, 'terms.rewardsMaxSpreadPips must be a whole number'],
    [{ rebateRateBps: 0.5 }, 'terms.rebateRateBps must be a whole number'],
  ])('are refused with %j', (wrong, fault) => {
    expect(faultOf({ ...changed, terms: { ...terms, ...wrong } })).toContain(`market.changed.v1: ${fault}`);
  });
});

function quotedForm(text: string): string {
  return text.replaceAll(/[.[\]]/g, '\\$&');
}
