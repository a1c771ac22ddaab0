import { usdcMicros } from '@foretell/units';
import { ClobWorld } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';

const LARGEST = '9007199254.740991';

describe('a level of more shares than a safe integer holds', () => {
  let world: ClobWorld;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());

  it('is shown as the largest one, and stops nobody', async () => {
    const { yes } = await world.list({ tickPips: 1 });
    const whale = await world.trader();
    const credit = { type: 'credit', wallet: whale.wallet.address, amountMicros: usdcMicros(10_000_000_000_000) } as const;
    await world.submit({ command: credit, attachment: { kind: 'ledger', reference: 'whale' } });
    const order = { tokenId: yes, side: 'BUY', pips: 1, shares: 999_999_999 } as const;
    for (let placed = 0; placed < 10; placed += 1) await whale.rest(order);
    const bids = async (url = world.url): Promise<unknown> => {
      const response = await fetch(`${url}/book?token_id=${yes}`);
      return ((await response.json()) as { bids: unknown }).bids;
    };
    const level = { price: '0.0001', size: LARGEST };
    expect(await bids()).toEqual([level]);

    const reader = await StreamReader.open(world.url, 'market', { type: 'market', assets_ids: [yes] });
    await reader.until('the book comes', ({ messages }) => messages.some(({ event_type }) => event_type === 'book'));
    expect(reader.of('book')).toMatchObject([{ bids: [level] }]);
    await whale.rest({ ...order, pips: 2 });
    await reader.until('the next level comes', ({ messages }) => JSON.stringify(messages).includes('"price":"0.0002"'));
    await reader.close();

    const replica = await world.replica();
    expect(await bids(replica.url)).toEqual([level, { price: '0.0002', size: '999999999' }]);
    await replica.app.close();
    await whale.ok('DELETE', '/cancel-all');
    expect(await bids()).toEqual([]);
    expect(await world.brokenInvariants()).toEqual([]);
  });
});
