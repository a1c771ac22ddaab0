import { BookViews } from '../../book-views/book-view';
import { exchangeRules } from '../../clob.config';
import { MarketDirectory } from '../../market-directory/market-directory';
import { MarketMeasurer } from '../../measures/market-measurer';
import { ClobWorld, type WorldMarket } from '../../testing/clob-world';
import type { Trader } from '../../testing/trader';
import { CommitFeed } from '../commit-feed';
import { CommittedViews } from '../committed-views';
import { Standby } from '../standby';
import { followedRecord } from './follow.query';
import { Follower } from './follower';

describe('a follower', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    // It commits by its own timer; these tests compare only the commits that they make.
    await world.app.get(MarketMeasurer).beforeApplicationShutdown();
    [market, alice] = [await world.list(), await world.trader()];
  });
  afterAll(() => world?.close());

  const rest = (pips: number): Promise<string> => alice.rest({ tokenId: market.yes, side: 'BUY', pips, shares: 10 });

  const follower = (record = followedRecord(world.database.pool), feed = new CommitFeed()): Follower =>
    new Follower({
      record,
      rules: exchangeRules(world.config),
      views: new CommittedViews(new MarketDirectory(), new BookViews(), feed),
      monotonic: () => performance.now(),
      reload: () => Promise.resolve(),
    });

  it('is caught up with everything acknowledged before it is asked', async () => {
    const following = follower();
    await following.caughtUp();
    const before = await rest(1_000);
    expect(following.state?.exchange.order(before)).toBeUndefined();
    await following.caughtUp();
    expect(following.state?.exchange.order(before)).toMatchObject({ orderId: before, status: 'live' });
    await following.stop();
  });

  describe('N1: of a record that went back', () => {
    it.each(['ends before what was followed', 'ends with as many commits and another hash'])(
      'reloads it when it %s, and reports nothing as caught up until then',
      async (which) => {
        const real = followedRecord(world.database.pool);
        let isBack = false;
        const following = follower({
          ...real,
          page: async (after) => {
            const page = await real.page(after);
            if (!isBack) return page;
            const isShort = which === 'ends before what was followed';
            return isShort
              ? { ...page, end: page.end - 1, commits: [] }
              : { ...page, stateHash: `${page.stateHash}0`, commits: [] };
          },
        });
        await rest(1_000);
        await following.caughtUp();
        const followed = following.state;
        isBack = true;
        await expect(following.caughtUp()).rejects.toThrow(/went back|state/);
        expect(following.state).toBeNull();
        isBack = false;
        await following.caughtUp();
        expect(following.state).not.toBe(followed);
        expect(following.state?.head).toEqual(followed?.head);
        await following.stop();
      },
    );

    it('names the lineage of what it shows', async () => {
      const feed = new CommitFeed();
      const following = follower(followedRecord(world.database.pool), feed);
      await following.caughtUp();
      expect(feed.lineage).toMatch(/^[0-9a-f]{16}$/);
      expect(feed.lineage).toBe(world.app.get(CommitFeed).lineage);
      await following.stop();
    });
  });

  it('leaves a state alone after handing it over, even while callers wait for it to catch up', async () => {
    const following = follower();
    const [, state] = await Promise.all([following.caughtUp(), following.finish(), following.caughtUp()]);
    const { exchange, head } = state;
    const stateHash = exchange.stateHash();
    // A replica that takes over makes these commits itself: applying them twice would revert balances.
    await rest(2_000);
    await following.caughtUp();
    expect(following.state).toBe(state);
    expect({ head: state.head, stateHash: exchange.stateHash() }).toEqual({ head, stateHash });
    exchange.checkInvariants();
  });

  it('is not read from while it is handed over, and is again when the take-over failed', async () => {
    const following = follower();
    const link = { prefix: '', isConnected: false, ready: () => Promise.reject(new Error('nobody is reached')) };
    const standby = new Standby({ link, isReached: () => false, follower: following, monotonic: () => performance.now() });
    const state = await following.finish();
    await expect(standby.caughtUp()).rejects.toMatchObject({ code: 'engine_not_ready' });
    let isOver = false;
    const over = standby.takenOver(new Promise((resolve) => setImmediate(resolve)).then(() => void (isOver = true)));
    await over;
    expect(isOver).toBe(true);
    following.resume();
    const placed = await rest(3_000);
    expect((await standby.caughtUp()).exchange.order(placed)).toMatchObject({ status: 'live' });
    expect(following.state).toBe(state);
    await following.stop();
  });
});
