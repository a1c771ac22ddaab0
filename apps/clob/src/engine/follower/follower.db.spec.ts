import { BookViews } from '../../book-views/book-view';
import { exchangeRules } from '../../clob.config';
import { MarketDirectory } from '../../market-directory/market-directory';
import { ClobWorld, type WorldMarket } from '../../testing/clob-world';
import type { Trader } from '../../testing/trader';
import { CommitFeed } from '../commit-feed';
import { CommittedViews } from '../committed-views';
import { followedRecord } from './follow.query';
import { Follower } from './follower';

describe('a follower', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, alice] = [await world.list(), await world.trader()];
  });
  afterAll(() => world?.close());

  const rest = (pips: number): Promise<string> => alice.rest({ tokenId: market.yes, side: 'BUY', pips, shares: 10 });

  const follower = (): Follower =>
    new Follower({
      record: followedRecord(world.database.pool),
      rules: exchangeRules(world.config),
      views: new CommittedViews(new MarketDirectory(), new BookViews(), new CommitFeed()),
      monotonic: () => performance.now(),
      reload: () => Promise.resolve(),
    });

  it('is level with whatever was acknowledged before it is asked', async () => {
    const following = follower();
    await following.level();
    const before = await rest(1_000);
    expect(following.state?.exchange.order(before)).toBeUndefined();
    await following.level();
    expect(following.state?.exchange.order(before)).toMatchObject({ orderId: before, status: 'live' });
    await following.stop();
  });

  it('leaves alone what it has handed over, whoever still asks it to be level', async () => {
    const following = follower();
    const [, state] = await Promise.all([following.level(), following.finish(), following.level()]);
    const { exchange, head } = state;
    const stateHash = exchange.stateHash();
    // In a replica that takes over these commits are its own: applied a second time, they would put balances back.
    await rest(2_000);
    await following.level();
    expect(following.state).toBe(state);
    expect({ head: state.head, stateHash: exchange.stateHash() }).toEqual({ head, stateHash });
    exchange.checkInvariants();
  });
});
