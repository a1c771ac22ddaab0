import {
  committedApi,
  answerCheck,
  badBodies,
  badParameters,
  readOperations,
  sampleOf,
  type ApiAnswer,
  type BadRequest,
  type Operation,
  type RequestParts,
} from '@foretell/testing';
import { fieldsOf, listOf } from './testing/answer';
import { ClobWorld, type WorldMarket } from './testing/clob-world';
import type { Trader } from './testing/trader';

/** Some hundred requests an operation, each over HTTP. */
const OPERATION_MS = 120_000;

const api = committedApi('clob');
const faultsOf = answerCheck(api);
const operations = readOperations(api);
let world: ClobWorld;
let market: WorldMarket;
let trader: Trader;

async function answers(caller: Trader, bad: readonly BadRequest[]): Promise<readonly (readonly [string, ApiAnswer])[]> {
  const all: (readonly [string, ApiAnswer])[] = [];
  for (const { what, method, target, body } of bad) {
    all.push([what, await caller.call(method, target, body === undefined ? undefined : JSON.stringify(body))]);
  }
  return all;
}

/** No fault of ours, no status that is not documented, no answer of another form. */
function expectDocumented(operation: Operation, all: readonly (readonly [string, ApiAnswer])[]): void {
  const faults = all.flatMap(([what, answer]) => [
    ...(answer.status >= 500 ? [`${what}: ${answer.status}`] : []),
    ...faultsOf(operation, answer).map((fault) => `${what}: ${fault}`),
  ]);
  expect(faults).toEqual([]);
}

describe('the trading service', () => {
  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
    trader = await world.trader();
  });
  afterAll(() => world?.close());

  describe('a field of any request that holds what it should not', () => {
    it.each(operations.map((operation) => [operation.name, operation] as const))(
      '%s refuses it or passes over it, and never fails',
      async (_name, operation) => {
        const good = sampleOf(operation, api, {
          token_id: [market.yes],
          tokenId: [market.yes],
          conditionId: [market.conditionId],
        });
        const bad = [...badParameters(operation, good), ...badBodies(operation, api, good)];
        // Made last: a connection that idles while values are made up is closed.
        expectDocumented(operation, await answers(await world.trader(), bad));
      },
      OPERATION_MS,
    );
  });

  describe('a batch of orders with a bad one', () => {
    /** Two new orders of the trader, so that none is sent twice. */
    const batch = (): RequestParts => ({
      values: [undefined],
      body: [1, 2].map(() => trader.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }).item),
    });
    const operationOf = (wanted: string): Operation => {
      const found = operations.find(({ name }) => name === wanted);
      if (found === undefined) throw new Error(`no operation is called ${wanted}`);
      return found;
    };

    it(
      'takes the other ones, whichever field of the bad one holds whatever',
      async () => {
        const operation = operationOf('POST /orders');
        const kinds = badBodies(operation, api, batch()).flatMap(({ what }, at) => (what.includes('item') ? [at] : []));
        expect(kinds.length).toBeGreaterThan(250);
        for (const kind of kinds) {
          const bad = badBodies(operation, api, batch()).slice(kind, kind + 1);
          const [[what, answer] = ['nothing', { status: 0, body: null }]] = await answers(trader, bad);
          const [first, second] = answer.status === 200 ? listOf(answer.body) : [];
          expect([what, answer.status, second?.['success'], second?.['errorMsg']]).toEqual([what, 200, true, '']);
          if (first?.['success'] === false)
            expect([what, typeof first['errorMsg'], first['orderID']]).toEqual([what, 'string', '']);
          if (kind % 50 === 0) await trader.ok('DELETE', '/cancel-all');
        }
      },
      OPERATION_MS,
    );

    it.each<readonly [string, unknown]>([
      ['owner', null],
      ['owner', 7],
      ['owner', ['x']],
      ['owner', {}],
      ['orderType', null],
      ['order', null],
      ...['conditionId', 'timestamp', 'metadata', 'builder', 'expiration', 'taker', 'nonce', 'feeRateBps', 'maker', 'side'].map(
        (name) => [`order.${name}`, null] as const,
      ),
    ])('refuses %s: %j in its own result', async (path, value) => {
      const [outer = '', inner] = path.split('.');
      const [first, second] = listOf(batch().body);
      const field = inner === undefined ? value : { ...fieldsOf(first?.['order']), [inner]: value };
      const answer = await trader.call('POST', '/orders', [{ ...first, [outer]: field }, second]);
      expect(answer).toMatchObject({
        status: 200,
        body: [{ success: false, status: 'error', code: 'invalid_payload' }, { success: true }],
      });
      await trader.ok('DELETE', '/cancel-all');
    });
  });

  it('logs no error in all these cases', () => {
    expect(world.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});
