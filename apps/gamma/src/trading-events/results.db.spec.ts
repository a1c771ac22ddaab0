import { finalize, propose, TradingScript, type Act } from '@foretell/testing/trading';
import { CatalogVersion } from '../cache/catalog-version';
import { GammaWorld } from '../testing/gamma-world';
import { ADA_CONDITION as ADA, PUBLIC_SITE } from '../testing/public-site';
import { TradingEventsApplier } from './trading-events.applier';

const NOW = Date.UTC(2026, 10, 22, 12, 30);
const WAIT_MS = 20_000;

describe('a result that is proposed here', () => {
  let world: GammaWorld;
  let sequence = 0;
  const script = new TradingScript();

  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  async function apply(act: Act): Promise<void> {
    const facts = script.play(act);
    const applier = new TradingEventsApplier(world.database.pool, world.app.get(CatalogVersion), () => NOW);
    await applier.apply([{ source: 'clob', firstSequence: sequence + 1, facts }], null);
    sequence += facts.length;
  }
  /** Answers are cached for up to a second. */
  async function shows(path: string, expected: object): Promise<void> {
    for (const until = Date.now() + WAIT_MS; ;) {
      const { body } = await world.get(path);
      try {
        return expect(body).toMatchObject(expected);
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  it('is shown as proposed, with its source and the end of its dispute window', async () => {
    await apply(propose(NOW, 'outcome1', ADA));
    await shows('/public/markets/9001', {
      closed: true,
      umaResolutionStatus: 'proposed',
      umaEndDate: new Date(NOW).toISOString(),
      resolutionSource: 'https://a.example/1',
    });
    expect((await world.get('/public/markets/9001')).body).not.toHaveProperty('resolvedBy');
    await shows('/public/markets?uma_resolution_status=proposed', [{ id: '9001' }]);
  });

  it('is shown with its finaliser once it is paid', async () => {
    await apply(finalize(NOW, 'outcome1', ADA));
    await shows('/public/markets/9001', { outcomePrices: '["0","1"]', umaResolutionStatus: 'resolved', resolvedBy: 'ben' });
  });
});
