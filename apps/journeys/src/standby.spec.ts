import { eventually } from './harness/eventually';
import { openMarket, openMarkets } from './harness/reads';
import { limit } from './harness/orders';
import { replicaOf } from './harness/replica';
import type { ServiceProcess } from './harness/service-process';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 120_000;
const COMMANDS = 12;

/** deploy/k8s relies on it: any replica accepts orders, and one of them executes the operator's commands. */
describe('a second process of the trading service', () => {
  let world: World;
  let standby: ServiceProcess;

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'info' });
    standby = await replicaOf(world);
    await standby.launch('/healthz');
  }, JOURNEY_MS);

  afterAll(async () => {
    await standby?.stop();
    await world?.stop();
  }, JOURNEY_MS);

  const status = async (path: string): Promise<number> => (await fetch(`${standby.url}${path}`)).status;

  it('is live and ready, and reads what the writer reads', async () => {
    expect(await status('/healthz')).toBe(200);
    await eventually('the standby is ready', () => standby.isReady(), 30_000);
    const [market] = await openMarkets(world, 1);
    const path = `/book?token_id=${market?.tokenIds[0] ?? ''}`;
    const here = await (await fetch(`${world.clob.url}${path}`)).json();
    const there = await eventually('the standby has the market', async () => {
      const answer = await fetch(`${standby.url}${path}`);
      return answer.status === 404 ? undefined : answer;
    });
    expect([there.status, await there.json()]).toEqual([200, here]);
  });

  // Commands go to one process of the service: if the standby received some, half of these would be refused.
  it(
    'receives no command that the writer can execute',
    async () => {
      const trader = await world.trader();
      for (let each = 0; each < COMMANDS; each += 1) {
        await world.opsJson('ledger', 'credit', trader.wallet.address, '1', '--reference', `standby-${each}`);
      }
      expect(await world.opsJson('ledger', 'show', trader.wallet.address)).toMatchObject({
        available: String(10_000 + COMMANDS),
      });
    },
    JOURNEY_MS,
  );

  it(
    'takes over from a writer that stops gracefully, with its state and its commands',
    async () => {
      const market = await openMarket(world);
      const trader = await world.trader();
      await trader.place([limit(market, 'BUY', 0, 10, 30)]);
      await world.clob.stop();
      await eventually('the standby writes', async () => (await world.ops('markets', 'list')).exitCode === 0, 30_000);
      const book = await (await fetch(`${standby.url}/book?token_id=${market.tokenIds[0]}`)).json();
      expect(book).toMatchObject({ bids: [{ price: '0.3', size: '10' }] });
      expect((await world.ops('markets', 'list')).exitCode).toBe(0);
    },
    JOURNEY_MS,
  );
});
