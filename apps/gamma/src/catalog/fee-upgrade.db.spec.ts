import { createDatabaseBefore, type EarlierDatabase } from '@foretell/testing';

describe('markets stored before their fee had an exponent', () => {
  let database: EarlierDatabase;

  beforeAll(async () => {
    database = await createDatabaseBefore('20261122112000_fee_schedule');
  });
  afterAll(() => database?.drop());

  it('keep their terms: the rate they had, and exponent 1', async () => {
    const { pool } = database;
    for (const [id, takerFeeBps] of [0, 441, 1_000].entries())
      await pool.query(
        `insert into gamma.markets (id, question, slug, resolution_source, image, icon, description, active, closed,
           catalog_closed, trading_closed, archived, question_id, volume, liquidity, trading)
         values ($1, '', '', '', '', '', '', true, false, false, false, false, '', 0, 0, $2)`,
        [id, { tickPips: 10, takerFeeBps, secondsDelay: 3 }],
      );
    await database.upgrade();
    const { rows } = await pool.query('select trading from gamma.markets order by id');
    expect(rows.map(({ trading }) => trading as unknown)).toEqual(
      [0, 441, 1_000].map((feeRateBps) => ({ tickPips: 10, secondsDelay: 3, feeRateBps, feeExponent: 1 })),
    );
  });
});
