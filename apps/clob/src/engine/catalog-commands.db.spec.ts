import { sizeMicros } from '@foretell/units';
import { changeCommands } from './catalog-commands';
import { listingOf } from '../market-directory/listing';
import { MarketDirectory } from '../market-directory/market-directory';
import { catalogMarket, conditionIdOf } from '../testing/catalog-market';
import { ClobWorld } from '../testing/clob-world';

describe('commands that the catalog sends to the writer', () => {
  let world: ClobWorld;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());

  it('N8: pays nobody for a result that arrives while a mint is queued', async () => {
    await world.learn(catalogMarket(1));
    const conditionId = conditionIdOf(1);
    const wallet = (await world.trader()).wallet.address;
    const before = world.app.get(MarketDirectory).byCondition(conditionId);
    const event = catalogMarket(1, { closed: true, acceptingOrders: false, result: 'outcome1' });
    const listing = listingOf(event);
    if (before === undefined || listing === null) throw new Error('the market is not there');
    // All in one tick: the commands for the result are chosen from the commit before the mint.
    const commands = changeCommands(event, listing, before, true);
    const mint = { type: 'splitPosition', wallet, conditionId, sizeMicros: sizeMicros(5_000_000) } as const;
    const outcomes = await Promise.all([mint, ...commands].map((command) => world.submit({ command })));
    expect(outcomes.map(({ type }) => type)).toEqual(['done', 'done', 'done']);
    expect((await world.get(`/markets/${conditionId}`)).body).toMatchObject({
      status: 'closed',
      tokens: [{ winner: false }, { winner: false }],
    });
  });
});
