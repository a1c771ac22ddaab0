import {
  committedApi,
  REQUEST_SEED,
  answerCheck,
  readOperations,
  requestsOf,
  type ApiAnswer,
  type ApiRequest,
  type KnownValues,
  type Operation,
} from '@foretell/testing';
import type { Wallet } from '@foretell/client';
import * as fc from 'fast-check';
import { builderCodeOf } from './requests/builder-code';
import { fieldsOf } from './testing/answer';
import { builderKeyOf } from './testing/builder-headers';
import { ClobWorld } from './testing/clob-world';
import type { Trader } from './testing/trader';

/** Requests of each operation: fields of all kinds meet within so many. */
const RUNS = 12;
/** On a busy machine. */
const OPERATION_MS = 120_000;

/** Codes that mean "your request has not the shape of the document". */
const SHAPE_REFUSALS: ReadonlySet<unknown> = new Set([
  'malformed_json',
  'invalid_payload',
  'invalid_query',
  'invalid_filters',
  'invalid_token_id',
  'invalid_side',
  'invalid_market',
  'invalid_asset_type',
  'invalid_ids',
  'invalid_order_id',
  'invalid_builder_code',
  'payload_exceeds_limit',
  'too_many_orders',
]);

/** What depends on several fields, or on what the record holds, and so is in no schema. */
const BEYOND_SCHEMA: Readonly<Record<string, string>> = {
  'GET /prices-history': 'invalid_filters',
  'POST /batch-prices-history': 'invalid_filters',
  // Its tokens are in the query or in the body.
  'GET /last-trades-prices': 'invalid_payload',
  'GET /balance-allowance': 'invalid_token_id',
  'GET /balance-allowance/update': 'invalid_token_id',
};

const api = committedApi('clob');
const faultsOf = answerCheck(api);
let world: ClobWorld;
let known: KnownValues;
/** Has orders, trades, notifications and keys of all kinds. */
let rich: Wallet;

/** `market` is a token id where prices are asked for. */
function knownOf({ path }: Operation): KnownValues {
  return path === '/prices-history' ? { ...known, market: known['token_id'] ?? [] } : known;
}

/** One wallet in both response formats; by default a new wallet. */
async function tradersOf(wallet?: Wallet): Promise<readonly Trader[]> {
  const service = await world.trader(wallet === undefined ? {} : { wallet });
  return [service, await world.trader({ headerPrefix: 'POLY', wallet: service.wallet })];
}

function send(caller: Trader | undefined, { method, target, body }: ApiRequest): Promise<ApiAnswer> {
  if (caller === undefined) throw new Error('nobody calls');
  return caller.call(method, target, body === undefined ? undefined : JSON.stringify(body));
}

function shapeRefusal({ name }: Operation, { body }: ApiAnswer): readonly string[] {
  const answers: readonly unknown[] = Array.isArray(body) ? body : [body];
  return answers.flatMap((answer) => {
    if (typeof answer !== 'object' || answer === null) return [];
    const { code, error, errorMsg } = fieldsOf(answer);
    const isRefused = SHAPE_REFUSALS.has(code) && BEYOND_SCHEMA[name] !== code;
    return isRefused ? [`${name} refuses the shape: ${String(error ?? errorMsg)}`] : [];
  });
}

describe('the trading service', () => {
  beforeAll(async () => {
    world = await ClobWorld.open();
    const market = await world.list();
    const { yes, no, conditionId } = market;
    const [maker, taker] = [await world.trader(), await world.trader()];
    const builder = builderCodeOf(taker.wallet.address);
    await builderKeyOf(taker);
    await taker.ok('POST', '/auth/readonly-api-key');
    const orderId = await taker.rest({ tokenId: yes, side: 'BUY', pips: 4_000, shares: 20 });
    await maker.place(
      { tokenId: yes, side: 'SELL', pips: 4_000, shares: 5 },
      { tokenId: no, side: 'BUY', pips: 5_000, shares: 9 },
    );
    await taker.place({ tokenId: no, side: 'BUY', pips: 6_000, shares: 5, builder });
    known = {
      token_id: [yes, no],
      next_cursor: ['MA==', 'LTE=', ''],
      tokenId: [yes, no],
      token_ids: [`${yes},${no}`],
      asset_id: [yes, no],
      assetId: [yes],
      market: [conditionId],
      markets: [[yes, no, '1']],
      conditionId: [conditionId],
      builder_code: [builder],
      order_id: [orderId],
      orderId: [orderId],
      id: [orderId],
      taker: [taker.wallet.address],
    };
    rich = taker.wallet;
  });
  afterAll(() => world?.close());

  describe('a request that the document allows', () => {
    it.each(readOperations(api).map((operation) => [operation.name, operation] as const))(
      '%s is answered as the document says, never for its shape',
      async (_name, operation) => {
        // Built before connecting, because an idle connection is closed.
        const requests = fc.sample(requestsOf(operation, api, knownOf(operation)), { numRuns: RUNS, seed: REQUEST_SEED });
        const callers = await tradersOf(operation.method === 'GET' ? rich : undefined);
        for (const [at, request] of requests.entries()) {
          const answer = await send(callers[at % callers.length], request);
          expect([request, ...faultsOf(operation, answer), ...shapeRefusal(operation, answer)]).toEqual([request]);
          expect(answer.status).toBeLessThan(500);
        }
      },
      OPERATION_MS,
    );
  });
});
