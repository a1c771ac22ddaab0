import type { ExchangeRules } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import { BookViews } from '../book-views/book-view';
import { CommitFeed } from '../engine/commit-feed';
import { CommittedViews } from '../engine/committed-views';
import { raiseEpoch } from '../engine/epoch.query';
import { followedRecord } from '../engine/follower/follow.query';
import { Follower } from '../engine/follower/follower';
import type { Submission } from '../engine/submission';
import { takeOver } from '../engine/take-over';
import { databaseRecord } from '../engine/trading-record';
import { wireWriter } from '../engine/writer-wiring';
import { MarketDirectory } from '../market-directory/market-directory';
import { orderStream, take } from './order-stream';
import { startWriter, WIRING } from './start-writer';
import { timed } from './timed';

/** Unprojected commits of the previous writer: more than one batch of the projector. */
const UNRECORDED = 6_000;
const BATCH = 250;
const AIM_MILLIS = 3_000;

/**
 * Time from the lease until the first durable order, for a standby that has followed, when the previous writer left unprojected
 * commits.
 */
export async function takeOverOf(pool: Pool, rules: ExchangeRules, size: string): Promise<Measurement[]> {
  const follower = new Follower({
    record: followedRecord(pool),
    rules,
    views: new CommittedViews(new MarketDirectory(), new BookViews(), new CommitFeed()),
    monotonic: () => performance.now(),
    reload: () => Promise.resolve(),
  });
  follower.start();
  const load = await timed(() => follower.caughtUp());
  const orders = orderStream();
  await leaveUnprojected(pool, orders);
  const startedAt = performance.now();
  const epoch = await raiseEpoch(pool);
  const record = databaseRecord(epoch, pool);
  const state = await takeOver(follower, record);
  const { writer, projector } = wireWriter(state, epoch, record, { ...WIRING, committed: () => undefined });
  await Promise.all(take(orders, 1).map((submission) => writer.submit(submission)));
  const millis = performance.now() - startedAt;
  await writer.stop();
  await projector.stop();
  return [
    { name: 'a standby loads the same', unit: 's', value: load.millis / 1_000 },
    {
      name: `take-over by it, until an order is durable, with ${UNRECORDED.toLocaleString('en')} orders to record; ${size}`,
      unit: 'ms',
      value: millis,
      limit: { name: 'aim, or less', value: AIM_MILLIS },
    },
  ];
}

/** A writer that commits without projecting, like one that is killed. */
async function leaveUnprojected(pool: Pool, orders: Iterator<Submission>): Promise<void> {
  const never = new Promise<void>(() => undefined);
  const { writer } = await startWriter(pool, pool, { mayRecord: () => never });
  for (let placed = 0; placed < UNRECORDED; placed += BATCH)
    await Promise.all(take(orders, BATCH).map((submission) => writer.submit(submission)));
  await writer.stop();
}
