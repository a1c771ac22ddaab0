import { marketBuy, walletFromPrivateKey } from '@foretell/client';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChildWithUs } from './harness/end-with-us';
import { eventually } from './harness/eventually';
import { surroundings } from './harness/process.config';
import { limit } from './harness/orders';
import { openMarketNamed, type OpenMarket } from './harness/reads';
import { appMain, ROOT } from './harness/repository';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
/** Quoted by the sample's file, with a prior of 0.21. */
const QUOTED = 'will-the-city-council-of-veldhaven-approve-the-tram-extension';

/** Five orders of each side. */
const QUOTES = 10;

interface Top {
  readonly bid: number;
  readonly ask: number;
}

describe('the market maker quotes a new site', () => {
  const makerKey = randomBytes(32).toString('hex');
  let world: World;
  let market: OpenMarket;
  let maker: ChildProcess;
  let log = '';

  beforeAll(async () => {
    world = await startSampleWorld();
    market = await openMarketNamed(world, QUOTED);
    const { address } = await walletFromPrivateKey(Buffer.from(makerKey, 'hex'));
    await world.opsJson('ledger', 'credit', address, '1000000', '--reference', 'play-money');
    maker = startMaker();
  }, JOURNEY_MS);

  afterAll(async () => {
    maker?.kill('SIGKILL');
    await world?.stop();
  });

  it('offers both sides around its prior', async () => {
    const { bid, ask } = await quoted();
    expect([bid, ask]).toEqual([0.2, 0.22]);
  });

  it(
    'sells to a newcomer at once, and moves its price',
    async () => {
      const before = await quoted();
      const after = await bought('0.3', before);
      expect(after.ask).toBeGreaterThan(before.ask);
    },
    JOURNEY_MS,
  );

  it(
    'survives pairs of traders that buy and sell at once, and quotes each price once',
    async () => {
      await Promise.all([1, 2, 3].map(() => trade(80)));
      expect(maker.exitCode).toBeNull();
      expect(log.split('\n').filter((line) => line !== '' && !line.includes('"message":"quoting '))).toEqual([]);
      await eachPriceOnce();
    },
    JOURNEY_MS,
  );

  it(
    'goes on where it was after it was killed',
    async () => {
      // A maker that just traded may still change its quotes; a restarted one does not, until somebody trades.
      await restart();
      const before = await bought('0.9', await quoted());
      await restart();
      expect(await quoted()).toEqual(before);
    },
    JOURNEY_MS,
  );

  it(
    'cancels its orders when it is stopped',
    async () => {
      maker.kill('SIGTERM');
      const [exit] = (await once(maker, 'exit')) as [number | null];
      expect(exit).toBe(0);
      const { bids, asks } = await world.markets.book(market.tokenIds[0]);
      expect([...bids, ...asks]).toEqual([]);
    },
    JOURNEY_MS,
  );

  function startMaker(): ChildProcess {
    log = '';
    const env = {
      ...surroundings(),
      CLOB_URL: world.clob.url,
      MAKER_PRIVATE_KEY: makerKey,
      MAKER_QUOTES: join(ROOT, 'apps', 'maker', 'sample', 'quotes.json'),
    };
    const child = spawn(process.execPath, [appMain('maker')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    endChildWithUs(child);
    child.stdout.on('data', (text: Buffer) => (log += text.toString()));
    return child;
  }

  async function restart(): Promise<void> {
    maker.kill('SIGKILL');
    await once(maker, 'exit');
    maker = startMaker();
    await eventually('it quotes again', async () => log.includes('quoting 77 of 77 markets'));
    await eachPriceOnce();
  }

  async function eachPriceOnce(): Promise<void> {
    const own = await world.trader({ privateKey: `0x${makerKey}` });
    await eventually('each price is quoted once', async () => {
      const orders = await own.openOrders({ market: market.conditionId });
      const prices = new Set(orders.map(({ asset_id, price }) => `${asset_id} ${price}`));
      return orders.length === QUOTES && prices.size === QUOTES;
    });
  }

  /** A newcomer buys; the quotes once they are higher. */
  async function bought(worstPrice: string, before: Top): Promise<Top> {
    const newcomer = await world.trader();
    const { isNegRisk } = market;
    const draft = marketBuy({ tokenId: market.tokenIds[0], spend: '60', worstPrice, orderType: 'FAK', isNegRisk });
    expect(await newcomer.placeOne(draft)).toMatchObject({ success: true, status: 'matched', makingAmount: '60' });
    return eventually('both sides are quoted higher', async () => {
      const top = await readTop();
      return top !== undefined && top.bid > before.bid ? top : undefined;
    });
  }

  /** Two wallets of a pair take both sides, one after the other. A quote that is not back yet leaves one of them empty-handed. */
  async function trade(rounds: number): Promise<void> {
    const [buyer, seller] = await Promise.all([world.trader(), world.trader()]);
    await seller.split({ conditionId: market.conditionId, amount: '1000' });
    for (let round = 0; round < rounds; round += 1) {
      await buyer.placeOne(limit(market, 'BUY', 0, 25, 99, 'FAK'));
      await seller.placeOne(limit(market, 'SELL', 0, 25, 1, 'FAK'));
    }
  }

  async function readTop(): Promise<Top | undefined> {
    const { bids, asks } = await world.markets.book(market.tokenIds[0]);
    const [bid, ask] = [bids.at(-1), asks.at(-1)];
    return bid === undefined || ask === undefined ? undefined : { bid: Number(bid.price), ask: Number(ask.price) };
  }

  function quoted(): Promise<Top> {
    return eventually('both sides are quoted', readTop, 60_000);
  }
});
