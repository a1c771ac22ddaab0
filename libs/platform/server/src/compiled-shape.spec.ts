import { PlaceOrderItem, PriceHistoriesRequest, SignedOrderFields } from '@foretell/contracts';
import { IsArray, IsString, ValidateNested } from 'class-validator';
import * as fc from 'fast-check';
import { compileShape } from './compiled-shape';
import { shape } from './shape';

const ORDER = {
  tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  conditionId: `0x${'ab'.repeat(32)}`,
  maker: `0x${'12'.repeat(20)}`,
  signer: `0x${'12'.repeat(20)}`,
  makerAmount: '2331000',
  takerAmount: '5550000',
  side: 'BUY',
  salt: 763_713_635_560,
  signatureType: 0,
  signature: `0x${'ab'.repeat(65)}`,
  timestamp: '1795255357407',
  metadata: `0x${'0'.repeat(64)}`,
  builder: `0x${'0'.repeat(64)}`,
  expiration: '0',
  taker: `0x${'0'.repeat(40)}`,
  nonce: '0',
  feeRateBps: '0',
};
const ITEM = { order: ORDER, orderType: 'GTC', owner: 'fd9b64a9-7759-4dd1-8f7f-2d9f06feeb40', postOnly: false };

/** Values that some field accepts, and values that none does. */
const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...Object.values(ORDER),
    'GTC',
    'GTD',
    'SELL',
    true,
    false,
    undefined,
    null,
    '',
    '0',
    '007',
    '-1',
    2 ** 53,
    1.5,
  ),
  fc.constantFrom<unknown>([], {}, [[]], [{}], [ORDER], ORDER, { constructor: 1 }, JSON.parse('{"__proto__":{"side":"BUY"}}')),
  fc.anything({ maxDepth: 1 }).filter((value) => value === null || typeof value !== 'object' || isPlain(value)),
);
const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
const changes = (fields: object) =>
  fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(fields)), fc.constantFrom('deferExec', 'constructor', 'toString')),
    anyValue,
    {
      maxKeys: 3,
      noNullPrototype: true,
    },
  );
const anyItem = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(changes(ITEM), changes(ORDER))
      .map(([item, order]) => ({ ...ITEM, order: { ...ORDER, ...order }, ...item })),
  },
  { weight: 1, arbitrary: anyValue },
);

describe('the compiled reader', () => {
  const compiled = compileShape(PlaceOrderItem);

  it('accepts what the reference reader accepts, returns the same value, and names the same faults', () => {
    let taken = 0;
    fc.assert(
      fc.property(anyItem, (item) => {
        const [fast, slow] = [compiled(item), shape(PlaceOrderItem, item)];
        expect(fast).toEqual(slow);
        expect(JSON.stringify(fast)).toBe(JSON.stringify(slow));
        if (fast.ok) taken++;
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(20);
  });

  it('survives inputs that break parsers', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    for (const value of [deep, { constructor: 1 }, { constructor: { name: 'x' } }, JSON.parse('{"__proto__":1}')]) {
      for (const field of ['order', 'owner', 'postOnly', 'other'])
        expect(compiled({ ...ITEM, owner: 1, [field]: value })).toMatchObject({ ok: false });
      expect(compiled({ ...ITEM, order: { ...ORDER, side: value } })).toMatchObject({ ok: false });
      expect(compiled({ ...ITEM, other: value })).toMatchObject({ ok: true });
    }
  });

  it('returns instances of the classes, without other fields', () => {
    const read = compiled({ ...ITEM, deferExec: false, order: { ...ORDER, other: 1 } });
    if (!read.ok) throw new Error(read.faults.join());
    expect([read.value instanceof PlaceOrderItem, read.value.order instanceof SignedOrderFields]).toEqual([true, true]);
    expect([Object.keys(read.value), Object.keys(read.value.order)].flat()).not.toContain('other');
    expect(read.value).not.toHaveProperty('deferExec');
  });

  it('does not modify its input', () => {
    const item = { ...ITEM, order: Object.freeze({ ...ORDER }) };
    expect(compiled(Object.freeze(item)).ok).toBe(true);
  });

  it('refuses at the start a class that it would read differently', () => {
    class Later {
      @IsString({ groups: ['later'] }) text!: string;
    }
    class Items {
      @IsArray() @ValidateNested() items!: readonly Texts[];
    }
    for (const type of [Later, Items]) expect(() => compileShape<object>(type)).toThrow(type.name);
    expect(() => compileShape(PriceHistoriesRequest)).toThrow('PriceHistoriesRequest');
  });

  it.each([
    [['a', 'b'], true],
    [[], true],
    [['a', 1], false],
    [[null], false],
    [null, false],
    [undefined, false],
    ['a', true],
  ])('reads each item of a list as the reference reader does: %p', (texts, ok) => {
    const [fast, slow] = [compileShape(Texts)({ texts }), shape(Texts, { texts })];
    expect(fast).toEqual(slow);
    expect(fast).toMatchObject({ ok });
  });

  it('reads any object as a class without fields, and nothing else', () => {
    class Nothing {}
    expect(compileShape(Nothing)({ a: 1 })).toEqual({ ok: true, value: new Nothing() });
    expect([null, 1, []].map((plain) => compileShape(Nothing)(plain).ok)).toEqual([false, false, false]);
  });
});

class Texts {
  @IsString({ each: true }) texts!: readonly string[];
}
