import { metricsRegistry } from '@foretell/platform-server';
import { GammaWorld } from '../testing/gamma-world';

const COUNT = /^foretell_http_request_seconds_count\{[^}]*route="\/markets"[^}]*\} (\d+)$/gm;

describe('a response from memory', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', [
      { id: '1', slug: 'rain', title: 'Rain', markets: [{ id: '7', slug: 'rain-today', question: 'Will it rain?' }] },
    ]);
  }, 60_000);
  afterAll(() => world?.stop());

  const observed = async (): Promise<number> => {
    const text = await metricsRegistry.metrics();
    return [...text.matchAll(COUNT)].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('is measured like any other', async () => {
    await world.get('/markets');
    const before = await observed();
    for (let times = 0; times < 3; times += 1) await world.get('/markets');
    expect((await observed()) - before).toBe(3);
  });

  it('has the bytes and the headers of the original response', async () => {
    const made = await world.get('/markets?limit=1');
    const held = await world.get('/markets?limit=1');
    const named = ({ headers }: typeof made): Record<string, string | null> =>
      Object.fromEntries(
        [
          'content-type',
          'content-length',
          'etag',
          'cache-control',
          'vary',
          'access-control-allow-origin',
          'access-control-expose-headers',
        ].map((name) => [name, headers.get(name)]),
      );
    expect(held.body).toEqual(made.body);
    expect(named(held)).toEqual(named(made));
    expect(Object.values(named(held)).filter((value) => value === null)).toEqual([]);
  });
});
