import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { ALICE, BOB, eventsOf, maker, NO, resolve, split, trade } from '@foretell/testing/trading';
import { DoctorQuery } from '../ops/doctor.query';
import { Rebuild } from '../rebuild/rebuild';
import { DataWorld } from '../testing/data-world';

jest.setTimeout(60_000);

const AT = Date.UTC(2026, 10, 21);
/** alice has 100 YES and 100 NO, then buys 60 NO from bob, who is left with 60 YES. NO wins. */
const HISTORY = eventsOf(
  split(AT, ALICE, 100),
  split(AT, BOB, 60),
  trade({ at: AT, taker: ALICE, side: 'BUY', outcome: NO, makers: [maker(BOB, 'transfer', 60, 40)] }),
  resolve(AT + 1, 'outcome1'),
);

describe('redemptions of both outcomes', () => {
  let world: DataWorld;
  let pool: Pool;
  beforeEach(async () => {
    world = await DataWorld.open();
    pool = world.app.get<Pool>(DATABASE_POOL);
  });
  afterEach(() => world?.close());

  const redeemed = async (): Promise<unknown[]> => {
    const { rows } = await pool.query(
      `SELECT w.address, a.outcome, a.size_micros / 1000000 AS shares, a.usdc_micros / 1000000 AS usdc,
         a.realized_micros / 1000000 AS realized
       FROM data.activity a JOIN data.wallets w ON w.generation = a.generation AND w.number = a.wallet
       WHERE a.type = 'REDEEM' AND a.generation = (SELECT generation FROM data.projection) ORDER BY a.sequence, a.part`,
    );
    return rows;
  };
  /** 160 NO cost alice 50 + 24; 60 YES cost bob 30. */
  const RIGHT = [
    { address: ALICE, outcome: 0, shares: 100, usdc: 0, realized: -50 },
    { address: ALICE, outcome: 1, shares: 160, usdc: 160, realized: 86 },
    { address: BOB, outcome: 0, shares: 60, usdc: 0, realized: -30 },
  ];
  const unhealthy = async (): Promise<string[]> =>
    (await world.app.get(DoctorQuery).examine()).filter(({ holds }) => !holds).map(({ name }) => name);

  it('are paid by outcome as the event says, before the resolution that follows it is published', async () => {
    const resolution = HISTORY.findIndex((event) => event.type === 'market.changed.v1' && event.status === 'resolved');
    await world.publish('clob', HISTORY.slice(0, resolution));
    await world.until('the redemptions are applied', async () => (await redeemed()).length === RIGHT.length);
    expect(await redeemed()).toEqual(RIGHT);
    await world.publish('clob', HISTORY.slice(resolution), resolution + 1);
    await world.until('the resolution is applied', async () => {
      const { rows } = await pool.query(`SELECT 1 FROM data.checkpoints WHERE source = 'clob' AND sequence = $1`, [
        HISTORY.length,
      ]);
      return rows.length === 1;
    });
    expect(await redeemed()).toEqual(RIGHT);
    expect(await unhealthy()).toEqual([]);
  });

  it('are repaired by a rebuild where they are stored with half of the payout for each outcome', async () => {
    await world.publish('clob', HISTORY);
    await world.until('the redemptions are applied', async () => (await redeemed()).length === RIGHT.length);
    await pool.query(
      `UPDATE data.activity SET usdc_micros = 80000000, price_micros = 500000,
         realized_micros = realized_micros + CASE outcome WHEN 0 THEN 80000000 ELSE -80000000 END
       WHERE type = 'REDEEM' AND wallet = (SELECT number FROM data.wallets WHERE address = '${ALICE}')`,
    );
    await pool.query(
      `UPDATE data.positions SET realized_micros = realized_micros + CASE outcome WHEN 0 THEN 80000000 ELSE -80000000 END
       WHERE wallet = (SELECT number FROM data.wallets WHERE address = '${ALICE}')`,
    );
    expect(await unhealthy()).toEqual(['redemptions are paid by outcome what the resolution pays']);
    const rebuild = world.app.get(Rebuild);
    expect(await rebuild.start()).toMatchObject({ started: true });
    await rebuild.finished();
    expect(await redeemed()).toEqual(RIGHT);
    expect(await unhealthy()).toEqual([]);
  });
});
