import { Limits } from '@foretell/platform-limits';
import { GammaWorld } from '../testing/gamma-world';

describe("a client over the catalog's limit", () => {
  let world: GammaWorld;

  beforeAll(async () => {
    world = await GammaWorld.start({ LIMITS: 'on' });
  });
  afterAll(() => world?.stop());

  it('gets 429 in the error body of the catalog, also for a cached response', async () => {
    await world.app.get(Limits).set('events', 3);
    const replies = [];
    for (let turn = 0; turn < 4; turn += 1) replies.push(await world.get('/events'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(replies.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const refused = replies.at(-1);
    expect(refused?.body).toEqual({ type: 'too many requests', error: 'Too Many Requests' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has one budget for both response formats', async () => {
    expect((await world.get('/public/events')).status).toBe(429);
    expect((await world.get('/series')).status).toBe(200);
  });
});
