import { createTestDatabase } from '@foretell/testing';
import { shares } from '@foretell/units';
import { ALICE, BOB, OPEN_MARKET, credit, order, startWriter, submitAll } from '../testing/writer-world';
import { ExchangeTime } from './exchange-time';
import type { CommandDraft } from './submission';

const HOUR = 3_600_000;
const DELAY_MILLIS = 100;
const SLOW_MARKET = { ...OPEN_MARKET, delayMillis: DELAY_MILLIS } as CommandDraft;

it('a delayed order matches by itself while the record is ahead, in four times its delay', async () => {
  const database = await createTestDatabase();
  const time = new ExchangeTime({ now: () => Date.now() }, () => 0);
  time.goOnFrom(Date.now() + HOUR);
  const world = await startWriter(database.pool, { clock: () => time.now() });
  await submitAll(world.writer, [
    { command: SLOW_MARKET },
    credit(ALICE, 'a'),
    credit(BOB, 'b'),
    order(ALICE, 'BUY', 5_000, shares(10)),
  ]);
  const sentAt = performance.now();
  const taker = await world.writer.submit(order(BOB, 'BUY', 5_000, shares(10), { outcome: 1 }));
  expect(taker).toMatchObject({ type: 'placed', status: 'delayed' });
  while (world.exchange.snapshot().orders.length > 0 && performance.now() - sentAt < 10_000)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(world.exchange.snapshot().orders).toEqual([]);
  expect(performance.now() - sentAt).toBeGreaterThan(3 * DELAY_MILLIS);
  await world.stop();
  expect(world.fatal).toEqual([]);
  await database.drop();
});
