import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogBatch, LedgerMovement, MarketSetRequest, OPS_COMMANDS, OPS_EXAMPLES, opsCommandNames } from '@foretell/contracts';
import Ajv from 'ajv';
import { OpsRefusal } from './ops-refusal';
import { OpsRequestPipe } from './ops-request.pipe';

/** One value of each JSON type, and values that break parsers. */
const ANYTHING = [undefined, null, true, -1, 0.5, 1e300, '', '\0', 'x'.repeat(10_000), [], [null], {}, { length: 1 }];

const wallet = `0x${'a1'.repeat(20)}`;
const movement = { wallet, amount: '250.5', reference: 'deposit-1' };

function refusalOf(type: new () => object, request: unknown): string {
  try {
    new OpsRequestPipe(type).transform(request);
  } catch (error) {
    if (error instanceof OpsRefusal) return error.message;
    throw error;
  }
  return '';
}

const DOCUMENT: unknown = JSON.parse(readFileSync(join(__dirname, '../../../../contracts/asyncapi/foretell.json'), 'utf8'));
const ajv = new Ajv({ allowUnionTypes: true, strict: false }).addSchema({ ...Object(DOCUMENT), $id: 'wire' });

/** Whether the AsyncAPI document allows a request of a class. */
function documented(type: new () => object): (request: unknown) => boolean {
  return (request) => ajv.validate(`wire#/components/schemas/${type.name}`, request);
}

describe.each(opsCommandNames().map((name) => [name] as const))('the request of %s', (name) => {
  const { request: type } = OPS_COMMANDS[name];
  const { request: example } = OPS_EXAMPLES[name];

  it('keeps every field of its example', () => {
    expect({ ...new OpsRequestPipe<object>(type).transform(example) }).toEqual(example);
  });

  it('reads any JSON in any field, or refuses it in a sentence', () => {
    for (const field of Object.keys(example)) {
      for (const value of ANYTHING) {
        const sentence = refusalOf(type, { ...example, [field]: value });
        if (value === null) expect(sentence).toMatch(/\w+ \w+ \w+/);
      }
    }
  });

  it('accepts exactly what the committed document allows', () => {
    const isValid = documented(type);
    for (const field of Object.keys(example)) {
      for (const value of [...ANYTHING, '0', '1', '10.5', 7, ['a']]) {
        const request = { ...example, [field]: value };
        const plain: unknown = JSON.parse(JSON.stringify(request));
        expect({ field, value, isAccepted: refusalOf(type, plain) === '' }).toEqual({ field, value, isAccepted: isValid(plain) });
      }
    }
  });

  it.each([[null], ['text'], [7], [[]], [undefined]])('refuses %j in place of the object', (plain) => {
    expect(refusalOf(type, plain)).toBe('the request must be an object');
  });
});

describe('a request', () => {
  it.each([
    [{ wallet: '0x12' }, 'the wallet must be 0x and 40 hex digits'],
    [{ amount: '0' }, 'the amount must be USDC above 0 with at most six decimals, such as 250.5'],
    [{ amount: '0.0000001' }, 'the amount must be USDC above 0 with at most six decimals, such as 250.5'],
    [{ amount: 250 }, 'the amount must be USDC above 0 with at most six decimals, such as 250.5'],
    [{ reference: 'two words' }, 'the reference must be 1 to 200 visible ASCII characters: it makes a repeated command harmless'],
    [{ wallet: 1, reference: '' }, /^the wallet must be .*; the reference must be /],
  ])('reports every fault of %j at once', (fault, sentence) => {
    expect(refusalOf(LedgerMovement, { ...movement, ...fault })).toMatch(sentence);
  });

  it('becomes an instance of its class, without unknown fields', () => {
    const read = new OpsRequestPipe(LedgerMovement).transform({ ...movement, more: 1, constructor: 2, __proto__: 3 });
    expect(read).toBeInstanceOf(LedgerMovement);
    expect(Object.keys(read).sort()).toEqual(['amount', 'reference', 'wallet']);
    const hostile: unknown = JSON.parse('{"__proto__":{"wallet":"x"},"market":"rain","tick":"0.1"}');
    const { market, tick } = new OpsRequestPipe(MarketSetRequest).transform(hostile);
    expect({ market, tick }).toEqual({ market: 'rain', tick: '0.1' });
  });

  it('passes rows through unchanged, at any depth', () => {
    const rows = [{ place: 'a:1', row: { markets: [{ id: 1 }] } }];
    expect(new OpsRequestPipe(CatalogBatch).transform({ shape: 'events', rows, sites: [] }).rows).toBe(rows);
  });

  it.each([
    [{ rows: [] }, 'the rows must be a list of 1 to 1000 {place, row}'],
    [{ rows: [{ place: 1, row: {} }] }, 'the rows must be a list of 1 to 1000 {place, row}'],
    [{ rows: [{ place: 'a' }] }, 'the rows must be a list of 1 to 1000 {place, row}'],
    [{ shape: 'tags' }, 'the shape must be events or markets'],
    [{ sites: [1] }, 'the sites must be a list of texts'],
    [{ sites: undefined }, 'the sites must be a list of texts'],
  ])('of a catalog batch with %j is refused completely', (fault, sentence) => {
    expect(refusalOf(CatalogBatch, { shape: 'events', rows: [{ place: 'a:1', row: {} }], sites: [], ...fault })).toBe(sentence);
  });
});
