import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { ALICE, BOB, eventsOf, maker, merge, split, trade, YES } from '@foretell/testing/trading';
import { DoctorQuery } from '../ops/doctor.query';
import { DataWorld } from '../testing/data-world';

const AT = Date.UTC(2026, 10, 21);
/** A hundred million shares each: together more micros than a safe integer holds. */
const REPEATED = Array.from({ length: 100 }, () => [split(AT, ALICE, 100_000_000), merge(AT, ALICE, 100_000_000)]).flat();
const HISTORY = eventsOf(
  ...REPEATED,
  split(AT, ALICE, 100),
  trade({ at: AT, taker: ALICE, side: 'SELL', outcome: YES, makers: [maker(BOB, 'transfer', 60, 40)] }),
);

describe('splits and merges of more shares than a safe integer holds', () => {
  let world: DataWorld;
  beforeAll(async () => {
    world = await DataWorld.open();
  });
  afterAll(() => world?.close());

  it('stop no event behind them, and every check holds', async () => {
    await world.publish('clob', HISTORY);
    const held = `SELECT max(acquired_micros) AS most FROM data.positions HAVING count(*) FILTER (WHERE volume_micros > 0) = 2`;
    const rows = async () => (await world.app.get<Pool>(DATABASE_POOL).query(held)).rows;
    await world.until('the trade is applied', async () => (await rows()).length === 1);
    expect(await rows()).toEqual([{ most: Number.MAX_SAFE_INTEGER }]);
    const checks = await world.app.get(DoctorQuery).examine();
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    await world.until('the board is loaded', async () => (await world.get('/v1/leaderboard')).status === 200);
    for (const path of [`/positions?user=${ALICE}`, `/activity?user=${ALICE}`])
      expect([path, (await world.get(path)).status]).toEqual([path, 200]);
  });
});
