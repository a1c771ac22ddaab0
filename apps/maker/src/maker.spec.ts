import { ladder } from './ladder';
import { Lmsr } from './lmsr';
import { Maker } from './maker';
import { FakeSite, lost, refused } from './testing/fake-site';

const TERMS = { prior: 0.5, lossMax: 1_000, levels: 3, levelTicks: 1, halfSpreadTicks: 1 };
const BOTH = 6;

describe('the market maker', () => {
  let site: FakeSite;
  let log: string[];
  let stop: AbortController;
  let end: Promise<unknown> | undefined;
  let ended: unknown;

  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    stop.abort();
    await pass(60_000);
    await end;
    jest.useRealTimers();
  });

  it('quotes both sides of each market', async () => {
    await start('rain', 'snow');
    expect(site.book('rain')).toEqual(wanted('rain', 0));
    expect(site.book('snow')).toEqual(wanted('snow', 0));
  });

  describe('when trades come faster than its passes', () => {
    it('quotes each price once', async () => {
      await start('rain');
      for (let each = 0; each < 20; each += 1) {
        site.take('rain', 'no', 6);
        await pass(3 + (each % 7) * 5);
        site.take('rain', 'yes', 6);
        await pass(100);
        expect(new Set(site.prices('rain')).size).toBe(site.prices('rain').length);
        expect(site.book('rain')).toEqual(wanted('rain', 0));
      }
    });

    it('merges each set once, and goes on', async () => {
      await start('rain');
      let [sold, bought] = [0, 0];
      for (let each = 0; each < 60; each += 1) {
        sold += site.take('rain', 'no', 25);
        await pass(each % 9);
        bought += site.take('rain', 'yes', 25);
        await pass(each % 5);
      }
      await pass(1_000);
      expect(ended).toBeUndefined();
      expect(log.filter((line) => !line.startsWith('quoting'))).toEqual([]);
      expect(site.merges.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(Math.floor(Math.min(sold, bought)));
      expect(site.book('rain')).toEqual(wanted('rain', sold - bought));
    });
  });

  describe('when the service refuses something of one market', () => {
    it('quotes the others, says so once, and tries again', async () => {
      await start('rain', 'snow');
      for (let each = 0; each < 2; each += 1) site.fail('merge', { error: refused('not_enough_balance') });
      site.take('rain', 'yes', 25);
      await pass(100);
      site.take('rain', 'no', 25);
      await pass(100);
      site.take('snow', 'yes', 25);
      await pass(100);
      expect(ended).toBeUndefined();
      expect(site.book('snow')).toEqual(wanted('snow', -25));
      await pass(5_000);
      expect(site.book('rain')).toEqual(wanted('rain', 0));
      expect(log.filter((line) => line.includes('not_enough_balance'))).toEqual(['rain: refused: not_enough_balance']);
    });

    it('leaves a market that is paused or resolved in the middle of a pass until it takes orders', async () => {
      await start('rain');
      site.refusing.set('rain-yes', 'market_not_accepting').set('rain-no', 'market_not_accepting');
      site.take('rain', 'yes', 25);
      await pass(120_000);
      expect(ended).toBeUndefined();
      expect(log.filter((line) => line.includes('market_not_accepting'))).toHaveLength(1);
      site.refusing.clear();
      await pass(60_000);
      expect(site.book('rain')).toEqual(wanted('rain', -25));
    });

    it('survives a refused listing of the markets', async () => {
      await start('rain');
      site.fail('markets', { error: refused('bad_request') });
      await pass(60_000);
      site.take('rain', 'yes', 25);
      await pass(5_000);
      expect(site.book('rain')).toEqual(wanted('rain', -25));
    });
  });

  describe('when the service refuses the wallet', () => {
    it.each([
      ['invalid_l2', 401],
      ['readonly_key', 403],
      ['user_banned', 400],
    ])('ends for %s, and says why', async (code, status) => {
      await start('rain');
      site.fail('openOrders', { error: refused(code, status) });
      site.take('rain', 'yes', 25);
      await pass(1_000);
      expect(ended).toEqual(new Error(`the trading service refuses this wallet (${code}): refused: ${code}`));
      expect(site.book('rain')).toEqual([]);
    });

    it('ends when each order is refused for it', async () => {
      await start('rain');
      site.refusing.set('rain-yes', 'user_banned').set('rain-no', 'user_banned');
      site.take('rain', 'yes', 25);
      await pass(1_000);
      expect(ended).toEqual(new Error('the trading service refuses this wallet (user_banned): refused: user_banned'));
    });

    it('goes on when only its clock was off', async () => {
      await start('rain');
      const error = Object.assign(refused('invalid_l2', 401), { details: { part: 'timestamp' } });
      site.fail('openOrders', { error });
      site.take('rain', 'yes', 25);
      await pass(5_000);
      expect(site.book('rain')).toEqual(wanted('rain', -25));
    });
  });

  describe('when an answer is lost', () => {
    it.each([true, false])('places each order once, whether it was placed (%s) or not', async (isDone) => {
      await start('rain');
      site.fail('send', { error: lost(), isDone });
      site.take('rain', 'yes', 25);
      await pass(5_000);
      expect(site.book('rain')).toEqual(wanted('rain', -25));
    });

    it('places each order once when the first request is carried out late', async () => {
      await start('rain');
      const { send } = site.trader;
      let first: Parameters<typeof send>[0] | undefined;
      site.trader.send = async (items) => {
        site.trader.send = send;
        first = items;
        throw lost();
      };
      site.take('rain', 'yes', 25);
      await pass(5_000);
      await Promise.all([site.trader.send(first ?? []), pass(100)]);
      expect(site.book('rain')).toEqual(wanted('rain', -25));
    });

    it.each([true, false])('merges each set once, whether it was merged (%s) or not', async (isDone) => {
      await start('rain');
      site.take('rain', 'yes', 25);
      await pass(100);
      site.fail('merge', { error: lost(), isDone });
      site.take('rain', 'no', 25);
      await pass(5_000);
      expect(site.merges.map(({ amount }) => amount)).toEqual(['25']);
      expect(site.merges[0]?.reference).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(site.calls.filter((call) => call === 'merge rain')).toHaveLength(2);
      expect(site.book('rain')).toEqual(wanted('rain', 0));
    });

    it('quotes the other markets while one pass hangs', async () => {
      await start('rain', 'snow');
      site.fail('openOrders', { error: lost(), afterMillis: 5_000 }, 'rain');
      site.take('rain', 'yes', 25);
      await pass(10);
      site.take('snow', 'yes', 25);
      site.take('rain', 'yes', 25);
      await pass(200);
      expect(site.book('snow')).toEqual(wanted('snow', -25));
      await pass(10_000);
      expect(site.book('rain')).toEqual(wanted('rain', -50));
    });

    it('checks all markets after a silence in which the service may have cancelled its orders', async () => {
      await start('rain');
      for (let each = 0; each < 2; each += 1) site.fail('heartbeat', { error: lost(), afterMillis: 6_000 });
      await pass(15_000);
      site.cancel(() => true);
      await pass(15_000);
      expect(site.book('rain')).toEqual(wanted('rain', 0));
    });
  });

  describe('when it is stopped', () => {
    it('finishes the request of its pass, places nothing more, and cancels last', async () => {
      await start('rain', 'snow');
      site.take('rain', 'yes', 25);
      site.take('snow', 'no', 25);
      await pass(7);
      stop.abort();
      await pass(1_000);
      expect(ended).toBe('stopped');
      expect(site.live).toEqual([]);
      expect(site.calls.at(-1)).toBe('cancelAll');
      expect(site.calls.filter((call) => call.startsWith('send'))).toHaveLength(2);
    });

    it('ends without a failure before the service ever answered', async () => {
      create('rain');
      site.fail('createKey', { error: lost(), afterMillis: 5_000 });
      run();
      await pass(100);
      stop.abort();
      await pass(10_000);
      expect(ended).toBe('stopped');
      expect(site.calls).toEqual(['createKey']);
    });
  });

  function create(...slugs: string[]): void {
    site = new FakeSite(...slugs);
    log = [];
    stop = new AbortController();
    ended = undefined;
  }

  function run(): void {
    const markets = site.markets.map(({ market_slug: market }) => ({ market, ...TERMS }));
    const maker = new Maker({ trader: site.trader, streams: site.streams, markets, log: (line) => log.push(line) });
    end = maker.run(stop.signal).then(
      () => (ended = 'stopped'),
      (error: unknown) => (ended = error),
    );
  }

  async function start(...slugs: string[]): Promise<void> {
    create(...slugs);
    run();
    await pass(500);
    expect(site.live).toHaveLength(BOTH * slugs.length);
  }

  async function pass(millis: number): Promise<void> {
    await jest.advanceTimersByTimeAsync(millis);
  }
});

/** The live orders, sorted, once `sold` shares of the first outcome were sold, net. */
function wanted(slug: string, sold: number): string[] {
  const quotes = ladder(new Lmsr(TERMS), Math.round(sold * 1e6), { ...TERMS, tickPips: 100, minimumMicros: 5e6 });
  const texts = quotes.map(({ outcome, pricePips, sizeMicros }) => {
    return `${slug}-${outcome === 0 ? 'yes' : 'no'} ${(sizeMicros / 1e6).toFixed(2)} at ${pricePips / 10_000}`;
  });
  return texts.sort();
}
