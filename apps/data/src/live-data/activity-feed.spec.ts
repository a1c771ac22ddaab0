import { CONNECTION_BOUNDS, StreamTurns } from '@foretell/platform-server';
import { ActivityFeed } from './activity-feed';
import type { ActivityFeedQuery, FedTrade, FeedHead, FeedPlace } from './activity-feed.query';

const LINEAGE = 'a'.repeat(16);
const RESTORED = 'b'.repeat(16);

/** Tables of trades, one for each sequence. */
class Tables {
  current: FeedHead = { generation: 1, sequence: 5, lineage: LINEAGE };
  isAway = false;

  head = async (): Promise<FeedHead> => {
    if (this.isAway) throw new Error('the database is away');
    return this.current;
  };

  after = async (place: FeedPlace, head: FeedHead): Promise<readonly FedTrade[]> =>
    Array.from({ length: head.sequence - place.sequence }, (_, at) => tradeAt(place.sequence + 1 + at));
}

function tradeAt(sequence: number): FedTrade {
  const nothing = { title: null, slug: null, icon: null, eventSlug: null, outcome0: null, outcome1: null };
  const nobody = { userName: null, pseudonym: null, bio: null, profileImage: null, profileImageOptimized: null };
  return {
    ...nothing,
    ...nobody,
    sequence,
    part: 0,
    address: '0x1',
    at: 0,
    conditionId: '0x2',
    type: 'TRADE',
    outcome: 0,
    side: 'BUY',
    sizeMicros: sequence * 1_000_000,
    usdcMicros: 1,
    priceMicros: 1,
    transactionHash: '0x3',
    token0Id: '1',
    token1Id: '2',
  };
}

describe('a feed of trades', () => {
  let tables: Tables;
  let feed: ActivityFeed;
  let now = 0;
  let sent: number[];
  const reader = {
    send: (message: Buffer): void => {
      sent.push((JSON.parse(`${message.toString('utf8')}}`) as { payload: { size: number } }).payload.size);
    },
  };

  beforeEach(async () => {
    [tables, sent, now] = [new Tables(), [], 0];
    const query: Pick<ActivityFeedQuery, keyof ActivityFeedQuery> = tables;
    const turns = new StreamTurns(CONNECTION_BOUNDS, () => false);
    feed = new ActivityFeed(
      query as ActivityFeedQuery,
      () => 0,
      () => now,
      turns,
    );
    feed.follow('orders_matched', null, reader);
    await feed.begun();
  });
  afterEach(() => feed.beforeApplicationShutdown());

  const until = async (holds: () => boolean): Promise<void> => {
    for (let tried = 0; tried < 100 && !holds(); tried += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(holds()).toBe(true);
  };

  it('begins with what comes after its first reader, and goes on in a generation that another rebuild made live', async () => {
    tables.current = { generation: 1, sequence: 7, lineage: LINEAGE };
    await until(() => sent.length === 2);
    // The feed may still be behind.
    tables.current = { generation: 2, sequence: 6, lineage: LINEAGE };
    await new Promise((resolve) => setTimeout(resolve, 250));
    tables.current = { generation: 2, sequence: 8, lineage: LINEAGE };
    await until(() => sent.length === 3);
    expect(sent).toEqual([6, 7, 8]);
  });

  it('begins at the end of a database that was restored', async () => {
    tables.current = { generation: 1, sequence: 9, lineage: RESTORED };
    await new Promise((resolve) => setTimeout(resolve, 250));
    tables.current = { generation: 1, sequence: 10, lineage: RESTORED };
    await until(() => sent.length > 0);
    expect(sent).toEqual([10]);
  });

  it('is not current while the tables cannot be read, and then sends what it missed', async () => {
    tables.isAway = true;
    now = 1_500;
    await until(() => !feed.isCurrent());
    tables.current = { generation: 1, sequence: 7, lineage: LINEAGE };
    tables.isAway = false;
    await until(() => sent.length === 2);
    expect([sent, feed.isCurrent()]).toEqual([[6, 7], true]);
  });

  it('reads nothing while nobody reads it', async () => {
    feed.leave('orders_matched', null, reader);
    await new Promise((resolve) => setTimeout(resolve, 250));
    tables.current = { generation: 1, sequence: 7, lineage: LINEAGE };
    feed.follow('orders_matched', null, reader);
    await feed.begun();
    tables.current = { generation: 1, sequence: 8, lineage: LINEAGE };
    await until(() => sent.length > 0);
    expect(sent).toEqual([8]);
  });
});
