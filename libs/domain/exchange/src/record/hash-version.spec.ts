import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { flagBit } from '../command';
import { createExchange, ExchangeRestoration, restoreExchange } from '../create-exchange';
import type { Snapshot } from '../rows';
import { HASH_VERSIONS, HASH_VERSION_NEWEST, HASH_VERSION_UNLESS_TOLD, hashVersionOf, type HashVersion } from './hash-version';
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
 * The golden hash of that state under each version. Never edit one: existing stamps of that version could no longer be verified.
 */
const GOLDEN: Readonly<Record<HashVersion, string>> = {
  1: '5f259e896cc4651acf265fbd0daef89c',
  2: '2:3041e4972ed42902ba607085ec93b3a2',
};

describe('the versions of the state hash', () => {
  it.each(HASH_VERSIONS.map((version) => [version, GOLDEN[version]] as const))(
    'version %d is unchanged, computed from rows, row by row, or by rehashing',
    (version, golden) => {
      const ofRows = restoreExchange(STATE, RULES, [], version);
      expect(ofRows.stateHash()).toBe(golden);
      const restoration = new ExchangeRestoration(STATE.totals, RULES, version);
      for (const row of STATE.markets) restoration.market(row);
      expect(hashVersionOf(restoration.finish().stateHash)).toBe(version);
      const anew = restoreExchange(STATE, RULES, [], version === 1 ? 2 : 1);
      anew.rehash(version);
      expect([anew.drain().changes.stateHash, anew.stateHash()]).toEqual([golden, golden]);
      expect(anew.drain().facts).toEqual([]);
    },
  );

  it('keeps the version it was given, through every change', () => {
    const exchange = restoreExchange(STATE, RULES);
    exchange.rehash(2);
    const at = unixMillis(1_800_000_000_001);
    const done = exchange.apply({ type: 'cancelOrder', orderId: `0x${'0d'.repeat(32)}`, wallet: `0x${'0a'.repeat(20)}`, at });
    expect(done).toMatchObject({ type: 'canceled' });
    const { stateHash } = exchange.drain().changes;
    expect(hashVersionOf(stateHash)).toBe(2);
    expect(stateHash).toBe(exchange.stateHash());
    expect(restoreExchange(exchange.snapshot(), RULES, [], 2).stateHash()).toBe(stateHash);
  });

  it('no two versions agree by chance: even an empty state has different digits under each', () => {
    const digits = HASH_VERSIONS.map((version) => createExchange(RULES, version).stateHash().slice(-32));
    expect(new Set(digits).size).toBe(HASH_VERSIONS.length);
  });

  it('stamps a new journal so that the previous release can continue from it', () => {
    expect(HASH_VERSION_UNLESS_TOLD).toBeGreaterThanOrEqual(HASH_VERSION_NEWEST - 1);
    expect(hashVersionOf(createExchange(RULES).stateHash())).toBe(HASH_VERSION_UNLESS_TOLD);
  });

  it.each([
    ['a future version', `3:${'0'.repeat(32)}`, /stamped with version 3 of its hash, and this release knows versions 1 and 2/],
    ['something else', 'abc', /"abc" is not a state hash/],
    ['nothing', '', /"" is not a state hash/],
  ])('refuses %s with an error that says what to do', (_, stamp, sentence) => {
    expect(() => hashVersionOf(stamp)).toThrow(sentence);
  });
});
