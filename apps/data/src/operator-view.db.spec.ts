import { createHash } from 'node:crypto';
import { DataWorld } from './testing/data-world';

const KEY = 'the-key-of-a-test';
const OPERATOR_VIEW_KEY_SHA256 = createHash('sha256').update(KEY).digest('hex');
const PATH = '/operator/status';

describe.each(['interface', 'public'])(
  'the operator’s view of a data service with the %s response format at its root',
  (dialect) => {
    let world: DataWorld;
    const ask = (authorization: string): Promise<Response> => fetch(world.url + PATH, { headers: { authorization } });
    beforeAll(async () => {
      world = await DataWorld.open({ DATA_DIALECT: dialect, OPERATOR_VIEW_KEY_SHA256 });
    });
    afterAll(() => world?.close());

    it("is refused in the service's error body", async () => {
      const response = await ask(`Bearer ${OPERATOR_VIEW_KEY_SHA256}`);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({ error: "the operator's key is missing or wrong" });
    });

    it('shows the service, without a lease', async () => {
      const response = await ask(`Bearer ${KEY}`);
      expect(response.status).toBe(200);
      const body: unknown = await response.json();
      expect(body).toMatchObject({ surface: 'data', health: 'ok', unread: [] });
      expect(body).not.toHaveProperty('lease');
      expect(body).not.toHaveProperty('examination');
    });
  },
);

describe('the operator’s view of a data service without a key', () => {
  let world: DataWorld;
  beforeAll(async () => {
    world = await DataWorld.open();
  });
  afterAll(() => world?.close());

  it('is an unknown path', async () => {
    const [view, unknown] = [await world.get(PATH), await world.get('/operator/nothing')];
    expect([view.status, view.body]).toEqual([unknown.status, unknown.body]);
    expect(view.status).toBe(404);
  });
});
