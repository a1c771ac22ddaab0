import type { OrderRow, Snapshot } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import * as fc from 'fast-check';
import { HoldersQuery } from '../holders/holders.query';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { DoctorQuery } from '../ops/doctor.query';
import { restart } from '../testing/restart';
import { messagesOf } from '../testing/messages';
import { NaiveLedger, type Doing } from '../testing/naive-ledger';
import { CONDITIONS, histories } from '../testing/random-history';

jest.setTimeout(300_000);

const START = Date.UTC(2026, 9, 12, 7, 30, 20);
/** Each run creates a complete history in the database; its seed is printed. */
const RUNS = 16;

const ACTIVITY = `SELECT a.at, w.address AS wallet, c.condition_id AS "conditionId", a.type, a.outcome, a.side, a.size_micros AS size,
    a.usdc_micros AS usdc, a.fee_micros AS fee, a.realized_micros AS realized
  FROM data.activity a JOIN data.wallets w ON w.generation = a.generation AND w.number = a.wallet
  JOIN data.conditions c ON c.generation = a.generation AND c.number = a.condition ORDER BY a.sequence, a.part`;
const POSITIONS = `SELECT concat_ws(' ', w.address, c.condition_id, p.outcome) AS place, p.size_micros AS size,
    p.cost_micros AS cost, p.realized_micros AS realized, p.acquired_micros AS acquired, p.bought_micros AS bought,
    p.volume_micros AS volume
  FROM data.positions p JOIN data.wallets w ON w.generation = p.generation AND w.number = p.wallet
  JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition
  WHERE p.acquired_micros > 0 ORDER BY 1`;
const CONDITION_ROWS = `SELECT condition_id AS "conditionId", status, payout0_pips AS payout, best_bid_pips AS bid,
    best_ask_pips AS ask, last_trade_pips AS last, supply0_micros AS supply0, supply1_micros AS supply1,
    collateral_micros AS collateral, volume_micros AS volume FROM data.conditions ORDER BY 1`;

describe('the contents of the projections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const rowsOf = async (text: string): Promise<unknown[]> => (await database.pool.query(text)).rows;

  async function expectHolders({ balances }: Snapshot): Promise<void> {
    const found = await new HoldersQuery(database.pool).top(CONDITIONS, 0, 10);
    const shown = found.flatMap(({ address, conditionId, outcome, sizeMicros }) =>
      address === null ? [] : [`${conditionId} ${outcome} ${address} ${sizeMicros}`],
    );
    const held = balances.flatMap(({ wallet, conditionId, outcome, availableMicros, lockedMicros }) => {
      const total = availableMicros + lockedMicros;
      return conditionId === null || total === 0 ? [] : [`${conditionId} ${outcome} ${wallet} ${total}`];
    });
    expect(shown.toSorted()).toEqual(held.toSorted());
  }

  it("equal the exchange's own state and trades, recomputed", async () => {
    const seen = { both: 0, halves: 0, inSteps: 0 };
    const property = fc.asyncProperty(
      histories(START, 240),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
      async (history, lengths) => {
        const ledger = new NaiveLedger(history);
        await restart(database.pool);
        const applier = new TradingApplier(databaseStore(database.pool));
        for (const message of messagesOf('clob', history.events, lengths)) await applier.apply([message], null);
        expect(await rowsOf(ACTIVITY)).toEqual(activityOf(ledger));
        expect(await rowsOf(POSITIONS)).toEqual(
          [...ledger.positions()]
            .map(([place, position]) => ({ place, ...position }))
            .toSorted((a, b) => (a.place < b.place ? -1 : 1)),
        );
        expect(await rowsOf(CONDITION_ROWS)).toEqual(conditionsOf(history.end, ledger.doings));
        await expectHolders(history.end);
        const checks = await new DoctorQuery(database.pool).examine();
        expect(checks.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`)).toEqual([]);
        seen.both += history.events.filter(
          (event) => event.type === 'position.redeemed.v1' && event.outcome0Micros > 0 && event.outcome1Micros > 0,
        ).length;
        seen.halves += history.end.markets.filter(({ resolution }) => resolution === 'half').length;
        const changes = history.events.filter((event) => event.type === 'market.changed.v1');
        seen.inSteps += changes.filter(({ status, payoutPips }) => status === 'closed' && payoutPips === null).length;
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
});

function activityOf(ledger: NaiveLedger): unknown[] {
  const realized = ledger.realized();
  return ledger.doings.map(({ at, wallet, conditionId, type, sizes, received, fee }, index) => {
    const isPair = type === 'SPLIT' || type === 'MERGE';
    const side = sizes[0] + sizes[1] > 0 ? 'BUY' : 'SELL';
    return {
      at,
      wallet,
      conditionId,
      type,
      outcome: isPair ? null : sizes[0] === 0 ? 1 : 0,
      side: type === 'TRADE' ? side : null,
      size: isPair ? Math.abs(sizes[0]) : Math.abs(sizes[0] + sizes[1]),
      usdc: Math.abs(received[0] + received[1]),
      fee,
      realized: realized[index],
    };
  });
}

function conditionsOf({ markets, orders }: Snapshot, doings: readonly Doing[]): unknown[] {
  return markets
    .map(({ conditionId, status, resolution, lastTradePips, collateralMicros, supply0Micros, supply1Micros }) => {
      const book = orders.filter((order) => order.conditionId === conditionId && order.status === 'live');
      const prices = (isBid: boolean): number[] => book.filter((order) => isBidOf(order) === isBid).map(priceOfYes);
      const [bids, asks] = [prices(true), prices(false)];
      return {
        conditionId,
        status,
        payout: resolution === null ? null : { outcome0: 10_000, outcome1: 0, half: 5_000 }[resolution],
        bid: bids.length === 0 ? null : Math.max(...bids),
        ask: asks.length === 0 ? null : Math.min(...asks),
        last: lastTradePips,
        supply0: supply0Micros,
        supply1: supply1Micros,
        collateral: collateralMicros,
        volume: takenIn(doings, conditionId),
      };
    })
    .toSorted((a, b) => (a.conditionId < b.conditionId ? -1 : 1));
}

/** A taker's row comes before those of its makers, whose sizes add up to its own. */
function takenIn(doings: readonly Doing[], conditionId: string): number {
  const trades = doings.filter((doing) => doing.conditionId === conditionId && doing.type === 'TRADE');
  let [volume, left] = [0, 0];
  for (const { sizes, received } of trades) {
    const size = Math.abs(sizes[0] + sizes[1]);
    if (left === 0) {
      volume += Math.abs(received[0] + received[1]);
      left = size;
    } else left -= size;
  }
  return volume;
}

function isBidOf({ outcome, side }: OrderRow): boolean {
  return (side === 'BUY') === (outcome === 0);
}

function priceOfYes({ outcome, pricePips }: OrderRow): number {
  return outcome === 0 ? pricePips : 10_000 - pricePips;
}
