import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagBit, restoreExchange, type OrderRow, type Snapshot } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { FirstAnswers } from '../orders/first-answers.query';
import { OpenOrdersQuery } from '../orders/open-orders.query';
import { Recorded } from '../record/recorded';
import { FIRST_LAYOUT_COMMIT } from '../testing/first-layout';
import { ALICE, BOB, CONDITION, RULES, startWriter } from '../testing/writer-world';
import { TradesQuery } from '../trades/trades.query';
import { decodeChanges } from './journal/changes.codec';
import { signedOrderOfText } from './journal/earlier-layouts';
import { decodeSignedOrder } from './journal/signed-order.codec';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');
const LEAN = '20261122113500_clob_lean_tables';
const AT = 1_800_000_000_000;
const OTHER = `0x${'d'.repeat(64)}`;
const BUILDER = `0x${'b1'.repeat(32)}`;
const id = (number: number): string => `0x${(0xabc0 + number).toString(16).padStart(64, '0')}`;

const signed = (more: object): string =>
  JSON.stringify({
    tokenId: String(2n ** 256n - 1n),
    makerAmount: '6000000',
    takerAmount: '10000000',
    side: 'BUY',
    signatureType: 0,
    signature: `0x${'5A'.repeat(65)}`,
    maker: ALICE,
    signer: ALICE,
    salt: 763_713_635_560,
    builder: ZERO_BYTES32,
    ...more,
  });
/** In priority order: an open one, one from a builder, and one of version 1 with another signer. */
const SIGNED = [
  signed({ timestamp: '1735689600000', metadata: `0x${'0e'.repeat(32)}` }),
  signed({ timestamp: '0', builder: BUILDER, side: 'SELL', signatureType: 3, salt: '0', signature: '0x' }),
  signed({
    maker: BOB.toUpperCase().replace('X', 'x'),
    taker: ALICE,
    nonce: '65536',
    feeRateBps: '700',
    expiration: '1900000000',
  }),
];

/** Two markets, collateral, tokens, and orders in the old tables; one commit that was not recorded. */
const BEFORE = `
  insert into clob.markets values
    ('${CONDITION}', 'active', null, 100, 5000000, 0, 0, 0, 0, 0, null, ${AT}, 1),
    ('${OTHER}', 'resolved', 'half', 10, 5000000, 0, 0, 7000000, 7000000, 7000000, 5000, ${AT}, 1);
  insert into clob.balances values ('${ALICE}', 'usdc', 987000000, 6000000), ('${BOB}', 'usdc', 1000000000, 0),
    ('${ALICE}', '${OTHER}:0', 7000000, 0), ('${ALICE}', '${OTHER}:1', 7000000, 0);
  insert into clob.orders values
    ('${id(0)}', 1, '${ALICE}', 'key-0', '${CONDITION}', 0, 'BUY', 'GTC', 6000, 10000000, null, false, null, ${AT}, null, 0, 0, 6000000,
      'live', null, '${SIGNED[0]}'),
    ('${id(8)}', 0, '${BOB}', 'key-1', '${OTHER}', 1, 'SELL', 'FAK', 6000, 10000000, null, false, null, ${AT}, null, 3000000, 1800000, 0,
      'canceled', 'unfilled', '${SIGNED[1]}'),
    ('${id(9)}', 0, '${ALICE}', 'key-0', '${OTHER}', 0, 'BUY', 'GTD', 4000, 3000000, 4, true, 5, ${AT}, 6, 3000000, 1200000, 0,
      'matched', null, '${SIGNED[2]}');
  insert into clob.trades values (0, 'T', ${AT}, '${OTHER}', '${id(8)}', '${BOB}', 'key-1', 1, 'SELL', 3000000, 1800000, 9, 8, '${BUILDER}', '0x');
  insert into clob.fills values (0, 0, 'merge', '${id(9)}', '${ALICE}', 'key-0', 0, 'SELL', 4000, 3000000, 1200000);
  update clob.recorder set commit_number = 1, sequence = 4, priority = 1, credited_micros = 2000000000, at = ${AT};
  update clob.journal_head set commit_number = 2, sequence = 11, priority = 3, trade_number = 1,
    credited_micros = 3000000000, at = ${AT};`;

describe('the migration to lean tables', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const folders = readdirSync(MIGRATIONS, { withFileTypes: true });
    const names = folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
    const sql = (name: string): string => readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8');
    await database.pool.query('drop schema clob cascade; drop schema gamma cascade; drop schema data cascade');
    for (const name of names.filter((each) => each < LEAN)) await database.pool.query(sql(name));
    await database.pool.query(BEFORE);
    await database.pool.query('insert into clob.journal_changes (commit_number, changes) values (2, $1)', [FIRST_LAYOUT_COMMIT]);
    await database.pool.query('update clob.journal_head set state_hash = $1', [hashAfterwards()]);
    for (const name of names.filter((each) => each >= LEAN)) await database.pool.query(sql(name));
  });
  afterAll(() => database?.drop());

  it('keeps what was signed, to the byte as the service writes it', async () => {
    const { rows } = await database.pool.query<{ signed: Buffer }>(
      'select signed from clob.orders order by priority desc, order_id',
    );
    expect(rows.map((row) => row.signed)).toEqual(SIGNED.map((text) => Buffer.from(signedOrderOfText(text).signed)));
    expect(rows.map((row) => decodeSignedOrder(row.signed))).toMatchObject([
      { order: { version: 2, tokenId: 2n ** 256n - 1n, salt: 763_713_635_560n } },
      { order: { version: 2, side: 'SELL', builder: BUILDER, salt: 0n, timestamp: 0n }, signature: '0x' },
      { order: { version: 1, maker: BOB, signer: ALICE, nonce: 65_536n, expiration: 1_900_000_000n } },
    ]);
  });

  it('keeps post-only orders, together with the flags migration', async () => {
    const { rows } = await database.pool.query('select flags from clob.orders order by priority desc, order_id');
    expect(rows).toEqual([{ flags: 0 }, { flags: 0 }, { flags: flagBit('postOnly') }]);
  });

  it('leaves tables from which a service recovers, and a journal that it finishes', async () => {
    const world = await startWriter(database.pool);
    expect(world.exchange.stateHash()).toBe(hashAfterwards());
    await world.stop();
    const recorded = new Recorded(database.pool);
    const { rows } = await database.pool.query('select number, wallet from clob.wallets order by number');
    expect(rows).toEqual([
      { number: 1, wallet: ALICE },
      { number: 2, wallet: BOB },
    ]);
    const open = await new OpenOrdersQuery(database.pool, recorded, null as never).recordedPage({
      wallets: [ALICE, BOB],
      beforePriority: 0,
      limit: 9,
    });
    expect(open).toMatchObject([
      { orderId: id(1), wallet: BOB, owner: 'key-1', side: 'BUY', status: 'live', tradeIds: [tradeIdOf(AT, 1)] },
    ]);
    const trades = await new TradesQuery(database.pool, recorded).page({ wallets: [ALICE], beforeNumber: 0, limit: 9 });
    expect(trades).toMatchObject([
      { tradeNumber: 1, takerOrderId: id(1), builder: BUILDER, fills: [{ orderId: id(0), owner: 'key-0', side: 'BUY' }] },
      {
        tradeNumber: 0,
        conditionId: OTHER,
        takerOrderId: id(8),
        takerWallet: BOB,
        takerOwner: 'key-1',
        takerSide: 'SELL',
        builder: BUILDER,
        feeMicros: 9,
        fills: [
          { orderId: id(9), wallet: ALICE, owner: 'key-0', outcome: 0, side: 'SELL', pricePips: 4_000, sizeMicros: 3_000_000 },
        ],
      },
    ]);
    const first = await new FirstAnswers(database.pool, recorded).of([id(8), id(9), id(7)]);
    expect([...first]).toEqual([
      [id(8), { side: 'SELL', status: 'canceled', filledMicros: 3_000_000, usdcMicros: 1_800_000, feeMicros: 9 }],
      [id(9), { side: 'BUY', status: 'matched', filledMicros: 3_000_000, usdcMicros: 1_200_000, feeMicros: 0 }],
    ]);
  });
});

/** The core's hash from the old rows and the unrecorded commit. */
function hashAfterwards(): string {
  const { markets, newOrders, balances, head } = decodeChanges(FIRST_LAYOUT_COMMIT);
  const resolved = {
    ...(markets[0] as Snapshot['markets'][number]),
    conditionId: OTHER,
    status: 'resolved',
    resolution: 'half',
    tickPips: 10,
    collateralMicros: usdcMicros(7_000_000),
    supply0Micros: sizeMicros(7_000_000),
    supply1Micros: sizeMicros(7_000_000),
    lastTradePips: pricePips(5_000),
  } as const;
  const kept = ([0, 1] as const).map((outcome) => ({
    wallet: ALICE,
    conditionId: OTHER,
    outcome,
    availableMicros: 7_000_000,
    lockedMicros: 0,
  }));
  const snapshot: Snapshot = {
    markets: [...markets, resolved],
    balances: [...balances, ...kept],
    orders: newOrders.map(({ row }): OrderRow => row).filter(({ status }) => status === 'live'),
    totals: { ...head.totals, at: unixMillis(AT) },
  };
  return restoreExchange(snapshot, RULES).stateHash();
}
