import type { NestExpressApplication } from '@nestjs/platform-express';
import { EngineService } from '../engine/engine.service';
import { createClobService } from '../service';
import { fieldsOf, listOf, type Fields } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import { quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

const RESTART_MS = 60_000;

describe('a restart between accept and approval', () => {
  let world: ClobWorld;
  let after: NestExpressApplication | undefined;
  let alice: Trader;
  let bob: Trader;
  let asked: Offer;
  let offered: Offer;
  let of: { readonly requestId: string; readonly quoteId: string };
  let accepted: Fields;
  let passedMillis = 0;

  beforeEach(async () => {
    passedMillis = 0;
    world = await ClobWorld.open();
    const market = await world.list();
    [alice, bob] = [await world.trader(), await world.trader()];
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
    asked = { tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 };
    offered = { ...asked, side: 'SELL' };
    const requestId = await requested(alice, asked);
    of = { requestId, quoteId: await quoted(bob, requestId, offered) };
    accepted = signedOffer(alice, of, asked);
    await alice.ok('POST', '/rfq/request/accept', accepted);
  }, RESTART_MS);
  afterEach(async () => {
    await after?.close();
    after = undefined;
    await world.close();
  });

  /** Ends the process that has taken the accept; another one takes over by the tables alone, so much later. */
  const restarted = async (seconds: number): Promise<readonly [Trader, Trader]> => {
    await world.app.close();
    passedMillis = seconds * 1_000;
    const next = await createClobService(world.config, {
      clock: () => world.now + passedMillis,
      logStream: { write: () => undefined },
    });
    after = next;
    await next.listen(0, '127.0.0.1');
    await world.until('the next process writes', () => Promise.resolve(next.get(EngineService).isWriting()));
    const url = await next.getUrl();
    return [world.at(url, alice), world.at(url, bob)];
  };
  const states = async (trader: Trader): Promise<readonly unknown[]> => {
    const [request] = listOf(fieldsOf(await trader.ok('GET', `/rfq/data/requests?requestIds=${of.requestId}`))['data']);
    const [quote] = listOf(fieldsOf(await trader.ok('GET', '/rfq/data/requester/quotes'))['data']);
    return [request?.['state'], quote?.['state']];
  };

  it(
    'keeps the reservation, and the approval executes',
    async () => {
      const [aliceThere, bobThere] = await restarted(0);
      expect(await aliceThere.balance()).toBe('9994000000');
      expect(await states(aliceThere)).toEqual(['STATE_QUOTE_ACCEPTED', 'STATE_REQUEST_ACCEPTED_QUOTE']);
      expect(await aliceThere.ok('POST', '/rfq/request/accept', accepted)).toBe('OK');
      const approved = fieldsOf(await bobThere.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, offered)));
      const [trade] = listOf(fieldsOf(await bobThere.ok('GET', '/data/trades'))['data']);
      expect(trade).toMatchObject({ id: (approved['tradeIds'] as string[])[0], price: '0.6', size: '10' });
      expect([await aliceThere.balance(), await aliceThere.balance(asked.tokenId)]).toEqual(['9994000000', '10000000']);
      expect(await states(aliceThere)).toEqual(['STATE_COMPLETED', 'STATE_COMPLETED']);
      expect(await aliceThere.ok('POST', '/rfq/request/accept', accepted)).toBe('OK');
    },
    RESTART_MS,
  );

  it(
    'does not stop the ten seconds: the reservation ends, and the approval is refused',
    async () => {
      const [aliceThere, bobThere] = await restarted(11);
      await world.until('the funds are back', async () => (await aliceThere.balance()) === '10000000000');
      expect(await states(aliceThere)).toEqual(['STATE_INTERNAL_CANCELED', 'STATE_MAKER_REJECTED_EXPIRED']);
      expect(await bobThere.call('POST', '/rfq/quote/approve', signedOffer(bob, of, offered))).toMatchObject({
        status: 400,
        body: { code: 'rfq_quote_not_accepted' },
      });
    },
    RESTART_MS,
  );
});
