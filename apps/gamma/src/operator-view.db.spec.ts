import { createHash } from 'node:crypto';
import { GammaWorld } from './testing/gamma-world';

const KEY = 'the-key-of-a-test';
const OPERATOR_VIEW_KEY_SHA256 = createHash('sha256').update(KEY).digest('hex');
const PATH = '/operator/status';

describe.each(['interface', 'public'])("the operator's view of a catalog with the %s format at its root", (dialect) => {
  let world: GammaWorld;
  const authorization = `Bearer ${KEY}`;
  beforeAll(async () => {
    world = await GammaWorld.start({ GAMMA_DIALECT: dialect, OPERATOR_VIEW_KEY_SHA256 });
  });
  afterAll(() => world?.stop());

  it('is refused in the error body of the service', async () => {
    const { status, headers, body } = await world.get(PATH, { authorization: `Bearer ${OPERATOR_VIEW_KEY_SHA256}` });
    expect({ status, body }).toEqual({
      status: 401,
      body: { type: 'not authorized', error: "the operator's key is missing or wrong" },
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('shows the service, without a lease', async () => {
    const { status, body } = await world.get(PATH, { authorization });
    expect(status).toBe(200);
    expect(body).toMatchObject({ surface: 'gamma', health: 'ok', unread: [] });
    expect(body).not.toHaveProperty('lease');
    expect(body).not.toHaveProperty('examination');
  });
});

describe("the operator's view of a catalog without a key", () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
  });
  afterAll(() => world?.stop());

  it('is an unknown path', async () => {
    const [view, unknown] = [await world.get(PATH), await world.get('/operator/nothing')];
    expect([view.status, view.body]).toEqual([unknown.status, unknown.body]);
    expect(view.status).toBe(404);
  });
});
