import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { ALICE, BOB, CONDITION, OPEN_MARKET, RULES, credit, order, startWriter, submitAll } from '../testing/writer-world';
import { STATUS } from '../columns/order.columns';
import { ownerSql } from '../columns/sql-columns';
import { FILL_KIND } from '../columns/trade.columns';
import { FencedOut } from './journal/commit.query';
import { rebuild } from './recovery';
import type { Submission } from './submission';
import { NoWriter, WriterStopped } from './route/writer-route';

/**
 * Runs event-loop ticks until the condition holds; their number is bounded, so that a fault fails the test and does not hang it.
 */
async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 100_000 && !condition(); turns++) await new Promise((resolve) => setImmediate(resolve));
  if (!condition()) throw new Error('waited in vain');
}

describe('the single writer', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const funded = async () => {
    const world = await startWriter(database.pool);
    await submitAll(world.writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a'), credit(BOB, 'b')]);
    await world.projector.waitForProjection();
    return world;
  };

  it('answers after the commit, and the record then holds the orders, the trade, the balances and the events', async () => {
    const { writer, projector, stop } = await funded();
    const [buy, sell] = await submitAll(writer, [
      order(ALICE, 'BUY', 6_000, shares(10)),
      order(BOB, 'BUY', 4_500, shares(10), { outcome: 1 }),
    ]);
    expect(buy).toMatchObject({ type: 'placed', status: 'live' });
    expect(sell).toMatchObject({ type: 'placed', status: 'matched', filledMicros: 10_000_000, filledUsdcMicros: 4_000_000 });
    await projector.waitForProjection();
    const { rows: orders } = await database.pool.query(
      `select ${STATUS.nameSql('status')} as status, filled_micros from clob.orders order by priority`,
    );
    expect(orders).toEqual([
      { status: 'matched', filled_micros: 10_000_000 },
      { status: 'matched', filled_micros: 10_000_000 },
    ]);
    const { rows: fills } = await database.pool.query(
      `select ${FILL_KIND.nameSql('kind')} as kind, ${ownerSql('maker_owner_number')} as maker_owner, ${ownerSql('taker_owner_number')} as taker_owner
       from clob.fills join clob.trades using (trade_number)`,
    );
    expect(fills).toEqual([{ kind: 'mint', maker_owner: 'key-of-aa', taker_owner: 'key-of-bb' }]);
    const { rows: markets } = await database.pool.query('select collateral_micros, supply0_micros from clob.markets');
    expect(markets).toEqual([{ collateral_micros: 10_000_000, supply0_micros: 10_000_000 }]);
    const { rows: journal } = await database.pool.query(
      `select f ->> 'type' as type from clob.journal, jsonb_array_elements(convert_from(payload, 'UTF8')::jsonb -> 'facts') f order by first_sequence`,
    );
    expect(journal.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['market.changed.v1', 'funds.credited.v1', 'order.accepted.v1', 'trade.matched.v1']),
    );
    await stop();
  });

  it('S4: queues no cancels of unknown orders, and queues a cancel of an order that is itself queued', async () => {
    const { writer, stop } = await funded();
    const cancel = (orderId: string, wallet = ALICE): Submission => ({ command: { type: 'cancelOrder', orderId, wallet } });
    const unknown = writer.submitAll(Array.from({ length: 1_000 }, (_, id) => cancel(`0x${id}`)));
    expect(writer.depth()).toBe(0);
    const refused = { type: 'rejected', reason: 'unknown_order' };
    expect((await unknown).settled).toEqual(Array.from({ length: 1_000 }, () => expect.objectContaining(refused)));
    const onItsWay = order(ALICE, 'BUY', 6_000, shares(10), { orderId: `0x${'5'.repeat(64)}` });
    const placing = writer.submitAll([onItsWay]);
    const canceling = writer.submitAll([cancel('0x1'), cancel(`0x${'5'.repeat(64)}`), cancel(`0x${'5'.repeat(64)}`, BOB)]);
    expect(writer.depth()).toBe(2);
    expect((await placing).settled).toMatchObject([{ type: 'placed', status: 'live' }]);
    expect((await canceling).settled).toMatchObject([refused, { type: 'canceled' }, refused]);
    expect((await writer.submitAll([cancel(`0x${'5'.repeat(64)}`)])).settled).toMatchObject([refused]);
    await stop();
  });

  it('N2: does nothing of a request that has waited past its deadline, and all of one that waits until then', async () => {
    const held = { now: 1_000 };
    const { writer, stop } = await startWriter(database.pool, { monotonic: () => held.now });
    await submitAll(writer, [{ command: OPEN_MARKET }, credit(ALICE, 'a')]);
    const orders = [order(ALICE, 'BUY', 6_000, shares(10)), order(ALICE, 'BUY', 6_100, shares(10))];
    const late = writer.submitAll(orders, writer.elapsedMillis() + 10);
    held.now += 11;
    await expect(late).rejects.toThrow(NoWriter);
    const inTime = writer.submitAll(orders, writer.elapsedMillis() + 10);
    held.now += 10;
    expect((await inTime).settled).toMatchObject([
      { type: 'placed', status: 'live' },
      { type: 'placed', status: 'live' },
    ]);
    await stop();
  });

  it('recovers to the same state hash, and continues matching with the same priority', async () => {
    const first = await funded();
    const early = order(ALICE, 'BUY', 5_000, shares(10));
    const late = order(BOB, 'BUY', 5_000, shares(10));
    await submitAll(first.writer, [early, late]);
    await first.stop();
    const recovered = await rebuild(database.pool, RULES);
    const second = await startWriter(database.pool);
    expect(second.exchange.stateHash()).toBe(recovered.head.stateHash);
    expect(second.exchange.stateHash()).toBe(first.exchange.stateHash());
    await submitAll(second.writer, [
      { command: { type: 'splitPosition', wallet: BOB, conditionId: CONDITION, sizeMicros: shares(10) } },
      order(BOB, 'SELL', 5_000, shares(10)),
    ]);
    await second.projector.waitForProjection();
    const { rows } = await database.pool.query(
      'select wallet as maker_wallet from clob.fills join clob.wallets on number = maker_wallet_number',
    );
    expect(rows).toEqual([{ maker_wallet: ALICE }]);
    await second.stop();
  });

  it('fences out a writer whose epoch has passed: nothing of its batch is in the record, and it stops', async () => {
    const old = await funded();
    const current = await startWriter(database.pool);
    await expect(old.writer.submit(order(ALICE, 'BUY', 5_000, shares(10)))).rejects.toBeInstanceOf(WriterStopped);
    expect(old.fatal).toEqual([expect.any(FencedOut)]);
    expect((await database.pool.query('select * from clob.orders')).rows).toEqual([]);
    const { rows: locked } = await database.pool.query(
      'select locked_micros from clob.balances join clob.wallets on number = wallet_number where wallet = $1',
      [ALICE],
    );
    expect(locked).toEqual([{ locked_micros: 0 }]);
    const { rows: journal } = await database.pool.query(
      `select count(*)::int as accepted from clob.journal where convert_from(payload, 'UTF8') like '%order.accepted%'`,
    );
    expect(journal).toEqual([{ accepted: 0 }]);
    await expect(current.writer.submit(order(ALICE, 'BUY', 5_000, shares(10)))).resolves.toMatchObject({ type: 'placed' });
    await current.stop();
  });

  it('recognises an order from before a restart, and one twice in a batch, and trades it once', async () => {
    const first = await funded();
    const same = order(ALICE, 'BUY', 5_000, shares(10));
    const answers = await submitAll(first.writer, [same, same]);
    expect(answers).toMatchObject([{ type: 'placed' }, { type: 'rejected', reason: 'duplicate_order' }]);
    await submitAll(first.writer, [{ command: { type: 'cancelOrders', wallet: ALICE, conditionId: null, outcome: null } }]);
    await first.stop();
    const second = await startWriter(database.pool);
    await expect(second.writer.submit(same)).resolves.toMatchObject({ type: 'known' });
    expect((await database.pool.query('select count(*)::int as count from clob.orders')).rows).toEqual([{ count: 1 }]);
    await second.stop();
  });

  it('credits a reference once, within a batch, between batches and after a restart', async () => {
    const first = await startWriter(database.pool);
    const answers = await submitAll(first.writer, [credit(ALICE, 'r'), credit(ALICE, 'r')]);
    expect(answers).toMatchObject([{ type: 'done' }, { type: 'known' }]);
    await first.stop();
    const second = await startWriter(database.pool);
    await expect(second.writer.submit(credit(ALICE, 'r'))).resolves.toMatchObject({ type: 'known' });
    expect((await database.pool.query('select available_micros from clob.balances')).rows).toEqual([
      { available_micros: 1_000_000_000 },
    ]);
    await second.stop();
  });

  it('stops permanently when a commit fails, and refuses whatever still waits', async () => {
    const world = await startWriter(database.pool, { commit: () => Promise.reject(new Error('the disk is gone')) });
    const waiting = [credit(ALICE, 'x'), credit(BOB, 'y')].map((each) => world.writer.submit(each));
    await expect(Promise.allSettled(waiting)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(world.fatal).toEqual([new Error('the disk is gone')]);
    await expect(world.writer.submit(credit(ALICE, 'z'))).rejects.toBeInstanceOf(NoWriter);
  });

  it('refuses new commands after it is stopped, and still answers those it had accepted', async () => {
    const world = await startWriter(database.pool);
    const taken = world.writer.submit(credit(ALICE, 'taken'));
    const stopping = world.writer.stop();
    await expect(world.writer.submit(credit(ALICE, 'late'))).rejects.toBeInstanceOf(NoWriter);
    await expect(taken).resolves.toMatchObject({ type: 'done' });
    await stopping;
  });

  it('counts commands whose commit hangs among those that wait: a quiet site has no others', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const world = await startWriter(database.pool, { commit: () => held });
    const waiting = world.writer.submit(credit(ALICE, '1'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(world.writer.depth()).toBe(0);
    expect(world.writer.oldestMillis()).toBeGreaterThan(50);
    release();
    await waiting;
    expect(world.writer.oldestMillis()).toBe(0);
    await world.writer.stop();
  });

  it('reports how long commands have waited for a commit, and zero while none waits', async () => {
    let now = 1_000;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const world = await startWriter(database.pool, { monotonic: () => now, commit: () => held });
    expect(world.writer.waitedMillis()).toBe(0);
    const waiting = world.writer.submit(credit(ALICE, '1'));
    now += 7_000;
    expect(world.writer.waitedMillis()).toBe(7_000);
    release();
    await waiting;
    now += 7_000;
    expect(world.writer.waitedMillis()).toBe(0);
    await world.writer.stop();
  });

  it('matches the next batch while one commits, and releases answers in order', async () => {
    const log: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const world = await startWriter(database.pool, {
      commit: async (batch) => {
        log.push(`commit ${batch.firstSequence}`);
        await held;
      },
      committed: (batch) => log.push(`committed ${batch.firstSequence}`),
    });
    const one = world.writer.submit(credit(ALICE, '1'));
    await until(() => log.length > 0);
    const two = world.writer.submit(credit(ALICE, '2'));
    await until(() => world.writer.depth() === 0);
    expect(log).toEqual(['commit 1']);
    release();
    await Promise.all([one, two]);
    expect(log).toEqual(['commit 1', 'committed 1', 'commit 2', 'committed 2']);
    await world.writer.stop();
  });
});
