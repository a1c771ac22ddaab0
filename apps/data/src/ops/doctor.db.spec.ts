import { ALICE, BOB, maker, resolve, split, trade, YES } from '@foretell/testing/trading';
import { HOUR, NOW, ScenarioWorld } from '../testing/scenario-world';
import { DoctorQuery } from './doctor.query';

jest.setTimeout(30_000);

const PAID = 'redemptions are paid by outcome what the resolution pays';
const EARNED = 'what each position earned and cost is what its activity paid and received';
const EMPTY = 'a resolved condition has no shares and no open interest';
const CORRUPTIONS: readonly [what: string, sql: string, found: readonly string[]][] = [
  [
    'a payout at the other outcome',
    `UPDATE data.activity SET outcome = 1 - outcome WHERE type = 'REDEEM' AND wallet = 1`,
    [PAID, EARNED],
  ],
  [
    'a payout of one micro more',
    `UPDATE data.activity SET usdc_micros = usdc_micros + 1 - 2 * outcome WHERE type = 'REDEEM'`,
    [PAID, EARNED],
  ],
  ['profit at the other outcome', `UPDATE data.positions SET realized_micros = realized_micros + 1 - 2 * outcome`, [EARNED]],
  ['a position without activity', `UPDATE data.positions SET outcome = outcome + 2 WHERE wallet = 1`, [EARNED]],
  ['open interest that is left', 'UPDATE data.conditions SET collateral_micros = 1', [EMPTY]],
];

describe('the doctor of the data service', () => {
  let world: ScenarioWorld;
  beforeAll(async () => {
    world = await ScenarioWorld.open();
    await world.publish(
      split(NOW - 3 * HOUR, ALICE, 100),
      split(NOW - 3 * HOUR, BOB, 7),
      trade({ at: NOW - 2 * HOUR, taker: BOB, side: 'BUY', outcome: YES, makers: [maker(ALICE, 'transfer', 3, 41)] }),
      resolve(NOW - HOUR, 'outcome1'),
    );
  });
  afterAll(() => world?.close());

  const found = async (): Promise<readonly string[]> =>
    (await new DoctorQuery(world.database.pool).examine()).filter(({ holds }) => !holds).map(({ name }) => name);

  it('finds nothing when nothing is wrong', async () => {
    expect(await found()).toEqual([]);
  });

  it.each(CORRUPTIONS)('finds %s', async (_what, sql, expected) => {
    const { pool } = world.database;
    await pool.query('CREATE SCHEMA kept');
    for (const table of ['activity', 'positions', 'conditions'])
      await pool.query(`CREATE TABLE kept.${table} AS SELECT * FROM data.${table}`);
    try {
      await pool.query(sql);
      expect(await found()).toEqual(expect.arrayContaining([...expected]));
    } finally {
      for (const table of ['activity', 'positions', 'conditions'])
        await pool.query(`DELETE FROM data.${table}; INSERT INTO data.${table} SELECT * FROM kept.${table}`);
      await pool.query('DROP SCHEMA kept CASCADE');
    }
    expect(await found()).toEqual([]);
  });
});
