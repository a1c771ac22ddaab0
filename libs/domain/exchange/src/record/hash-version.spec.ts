import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { flagBit } from '../command';
import { createExchange, ExchangeRestoration, restoreExchange } from '../create-exchange';
import type { Snapshot } from '../rows';
import { NEXT_HASH } from '../model/next-hash';
import { definitionOf, STATE_HASHES } from './hash-version';
import { STATE_HASH } from './row-hash';
import { USUAL_BOUNDS } from '../exchange';

const RULES = { gtdMinimumMillis: 0, bounds: USUAL_BOUNDS };

/** A state in which no field has its default value. */
const STATE: Snapshot = {
  markets: [
    {
      conditionId: `0x${'c1'.repeat(32)}`,
      status: 'active',
      resolution: null,
      tickPips: 10,
      minimumSizeMicros: sizeMicros(5_000_000),
      feeRateBps: 250,
      feeExponent: 2,
      delayMillis: 3_000,
      collateralMicros: usdcMicros(7_000_000),
      supply0Micros: sizeMicros(7_000_000),
      supply1Micros: sizeMicros(7_000_000),
      lastTradePips: pricePips(4_200),
      proposal: null,
    },
  ],
  balances: [
    { wallet: `0x${'0a'.repeat(20)}`, conditionId: null, outcome: null, availableMicros: 80, lockedMicros: 4_000_000 },
    {
      wallet: `0x${'0b'.repeat(20)}`,
      conditionId: `0x${'c1'.repeat(32)}`,
      outcome: 0,
      availableMicros: 7_000_000,
      lockedMicros: 0,
    },
    {
      wallet: `0x${'0b'.repeat(20)}`,
      conditionId: `0x${'c1'.repeat(32)}`,
      outcome: 1,
      availableMicros: 7_000_000,
      lockedMicros: 0,
    },
  ],
  orders: [
    {
      orderId: `0x${'0d'.repeat(32)}`,
      wallet: `0x${'0a'.repeat(20)}`,
      conditionId: `0x${'c1'.repeat(32)}`,
      outcome: 0,
      side: 'BUY',
      orderType: 'GTD',
      pricePips: pricePips(4_000),
      sizeMicros: sizeMicros(10_000_000),
      budgetMicros: null,
      flags: flagBit('postOnly'),
      expiresAt: unixMillis(1_900_000_000_000),
      acceptedAt: unixMillis(1_800_000_000_000),
      dueAt: null,
      priority: 3,
      filledMicros: sizeMicros(0),
      filledUsdcMicros: usdcMicros(0),
      lockedMicros: 4_000_000,
      status: 'live',
      closeReason: null,
    },
  ],
  totals: {
    creditedMicros: usdcMicros(11_000_080),
    debitedMicros: usdcMicros(0),
    feesMicros: usdcMicros(0),
    tradeNumber: 4,
    priority: 3,
    at: unixMillis(1_800_000_000_000),
  },
};

/**
 * The golden hash of that state by each definition. Never edit one: hashes stored by earlier releases could not be verified
 * any more.
 */
const GOLDEN = [
  [2, STATE_HASH, '2:3041e4972ed42902ba607085ec93b3a2', NEXT_HASH],
  [3, NEXT_HASH, '3:337054a1e28f1cdfb2370e6f8cb6b3bf', STATE_HASH],
] as const;
const KNOWN = [...STATE_HASHES, NEXT_HASH];

describe('the versions of the state hash', () => {
  it('are one of each number, the newest last', () => {
    const numbers = KNOWN.map(({ version }) => version);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  });

  it.each(GOLDEN)(
    '%d is what it ever was, worked out from rows, row by row, or by hashing again',
    (version, definition, golden, other) => {
      expect(definition.version).toBe(version);
      const ofRows = restoreExchange(STATE, RULES, [], definition);
      expect(ofRows.stateHash()).toBe(golden);
      const restoration = new ExchangeRestoration(STATE.totals, RULES, definition);
      for (const row of STATE.markets) restoration.market(row);
      expect(definitionOf(restoration.finish().stateHash, KNOWN)).toBe(definition);
      const again = restoreExchange(STATE, RULES, [], other);
      again.rehash(definition);
      expect([again.drain().changes.stateHash, again.stateHash()]).toEqual([golden, golden]);
      expect(again.drain().facts).toEqual([]);
    },
  );

  it('goes on under the one it was given, through every change', () => {
    const exchange = restoreExchange(STATE, RULES);
    exchange.rehash(NEXT_HASH);
    const at = unixMillis(1_800_000_000_001);
    const done = exchange.apply({ type: 'cancelOrder', orderId: `0x${'0d'.repeat(32)}`, wallet: `0x${'0a'.repeat(20)}`, at });
    expect(done).toMatchObject({ type: 'canceled' });
    const { stateHash } = exchange.drain().changes;
    expect(definitionOf(stateHash, KNOWN)).toBe(NEXT_HASH);
    expect(stateHash).toBe(exchange.stateHash());
    expect(restoreExchange(exchange.snapshot(), RULES, [], NEXT_HASH).stateHash()).toBe(stateHash);
  });

  it('never makes two versions equal by chance: not even an empty state has the same digits under both', () => {
    const digits = KNOWN.map((definition) => createExchange(RULES, definition).stateHash().slice(-32));
    expect(new Set(digits).size).toBe(KNOWN.length);
  });

  it('stamps a new record with the one that every release reads', () => {
    expect(definitionOf(createExchange(RULES).stateHash())).toBe(STATE_HASH);
  });

  it.each([
    [
      'a version to come',
      `3:${'0'.repeat(32)}`,
      /stamped with version 3 of its hash, and this release knows 2: start the release/,
    ],
    ['something else', 'abc', /"abc" is no state hash/],
    ['a hash without a version', '0'.repeat(32), /is no state hash/],
    ['nothing', '', /"" is no state hash/],
  ])('refuses %s in a sentence that says what to do', (_, stamp, sentence) => {
    expect(() => definitionOf(stamp)).toThrow(sentence);
  });
});
