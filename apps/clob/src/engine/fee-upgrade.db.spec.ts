import { createDatabaseBefore, type EarlierDatabase } from '@foretell/testing';
import { readListingEntries } from '../market-directory/market-directory';
import { RULES } from '../testing/writer-world';
import { raiseEpoch } from './epoch.query';
import { recover } from './recovery';
import { databaseRecord } from './trading-record';

const MARKETS = [
  { conditionId: `0x${'a0'.repeat(32)}`, takerFeeBps: 0 },
  { conditionId: `0x${'a1'.repeat(32)}`, takerFeeBps: 441 },
  { conditionId: `0x${'a2'.repeat(32)}`, takerFeeBps: 10_000 },
];
/** Hash of the state below, computed by the version before the exponent. */
const HASH_BEFORE = 'cd8b9b4245156ac620b1de56744d0be4';

describe('markets from before the fee exponent', () => {
  let database: EarlierDatabase;

  beforeAll(async () => {
    database = await createDatabaseBefore('20261122112000_fee_schedule');
    const { pool } = database;
    for (const [number, { conditionId, takerFeeBps }] of MARKETS.entries()) {
      await pool.query(
        `insert into clob.markets (condition_id, status, tick_pips, minimum_size_micros, taker_fee_bps, delay_millis,
           collateral_micros, supply0_micros, supply1_micros, last_trade_pips)
         values ($1, 'active', 100, 5000000, $2, 3000, 7000000, 7000000, 7000000, 4200)`,
        [conditionId, takerFeeBps],
      );
      const terms = { tickPips: 100, minimumSizeMicros: 5_000_000, takerFeeBps, delayMillis: 3_000, acceptingOrders: true };
      await pool.query(
        `insert into clob.listings (condition_id, token0_id, token1_id, outcome0, outcome1, question_id, question, slug,
           description, icon, image, active, closed, archived, neg_risk, neg_risk_market_id, neg_risk_request_id,
           catalog_terms, updated_at)
         values ($1, $2, $3, 'Yes', 'No', '', '', '', '', '', '', true, false, false, false, '', '', $4, 1)`,
        [conditionId, `${number}1`, `${number}2`, terms],
      );
    }
    await pool.query(
      `insert into clob.balances (wallet, asset, available_micros, locked_micros) values ('0x' || repeat('0a', 20), 'usdc', 8000000, 0)`,
    );
    for (const head of ['journal_head', 'recorder'])
      await pool.query(
        `update clob.${head} set commit_number = 1, sequence = 9, state_hash = $1, credited_micros = 29000000, debited_micros = 0,
           fees_micros = 3, trade_number = 4, priority = 5, at = 6`,
        [HASH_BEFORE],
      );
    await database.upgrade();
  });
  afterAll(() => database?.drop());

  it('are recovered with their rate and exponent 1, and match the committed state hash', async () => {
    const epoch = await raiseEpoch(database.pool);
    const { exchange } = await recover(databaseRecord(epoch, database.pool), RULES);
    const { markets } = exchange.snapshot();
    expect(markets.map(({ conditionId, feeRateBps, feeExponent }) => [conditionId, feeRateBps, feeExponent])).toEqual(
      MARKETS.map(({ conditionId, takerFeeBps }) => [conditionId, takerFeeBps, 1]),
    );
  });

  it("keep the catalog's terms, so that the next catalog event is a change only if it differs", async () => {
    const listings = await readListingEntries(database.pool);
    expect(new Map(listings.map(({ conditionId, catalogTerms }) => [conditionId, catalogTerms]))).toEqual(
      new Map(
        MARKETS.map(({ conditionId, takerFeeBps }) => [
          conditionId,
          {
            tickPips: 100,
            minimumSizeMicros: 5_000_000,
            feeRateBps: takerFeeBps,
            feeExponent: 1,
            delayMillis: 3_000,
            acceptingOrders: true,
          },
        ]),
      ),
    );
  });
});
