import { limitOrder, marketBuy, type MarketDataClient, type OrderDraft } from '@foretell/client';
import type { PlaceOrderResult } from '@foretell/contracts';
import { money, short } from '../terminal/figures';
import { right, shrinking } from '../terminal/table';
import { plainText } from '../terminal/width';
import { bookPicture } from './book-picture';
import { readBook, type DemoMarket } from './demo-market';
import type { Narrator } from './narrator';
import { mustTrade, type Trader } from './traders';

/** The traders, their market, and the narrator. */
export interface Cast {
  readonly alice: Trader;
  readonly bob: Trader;
  readonly carol: Trader;
  readonly market: DemoMarket;
  readonly clob: MarketDataClient;
  readonly narrator: Narrator;
}

type Outcome = 0 | 1;

/** A limit order in the demo's terms: a number of shares of an outcome at a price in cents. */
export function order(market: DemoMarket, side: 'BUY' | 'SELL', outcome: Outcome, shares: number, cents: number): OrderDraft {
  const { tokenIds, isNegRisk } = market;
  return limitOrder({ tokenId: tokenIds[outcome], side, price: dollars(cents), size: String(shares), isNegRisk });
}

function spend(market: DemoMarket, orderType: 'FOK' | 'FAK', usdcCents: number, worstCents: number): OrderDraft {
  const { tokenIds, isNegRisk } = market;
  const [spend, worstPrice] = [dollars(usdcCents), dollars(worstCents)];
  return marketBuy({ tokenId: tokenIds[0], spend, worstPrice, orderType, isNegRisk });
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Alice bids for both outcomes in one request. Her bids for the second outcome are asks of the first. */
export async function quoteBothSides(cast: Cast): Promise<readonly PlaceOrderResult[]> {
  const { alice, market, narrator } = cast;
  const [yes, no] = market.outcomes.map(plainText);
  narrator.heading('Alice quotes both sides: six GTC orders in one request');
  const quotes: readonly [Outcome, number, number][] = [
    [0, 20, 52],
    [0, 30, 51],
    [0, 40, 50],
    [1, 20, 44],
    [1, 30, 43],
    [1, 40, 42],
  ];
  const results = await alice.client.place(
    quotes.map(([outcome, shares, cents]) => order(market, 'BUY', outcome, shares, cents)),
  );
  for (const result of results) mustTrade("one of alice's quotes", result);
  narrator.table(
    ['ORDER', 'SIDE', shrinking('OUTCOME'), right('SHARES'), right('PRICE'), 'STATUS'],
    quotes.map(([outcome, shares, cents], index) => [
      short(results[index]?.orderID ?? ''),
      'BUY',
      plainText(market.outcomes[outcome]),
      money(shares),
      money(cents / 100),
      results[index]?.status ?? '',
    ]),
  );
  narrator.say('', `  The book of ${yes}; a bid for ${no} at p is an ask here at 1 - p:`);
  await showBook(cast);
  return results;
}

/** The three kinds of match: a pair is minted, shares change hands, a pair is merged. */
export async function matchThreeWays(cast: Cast): Promise<void> {
  const { alice, bob, market, narrator } = cast;
  const [yes, no] = market.outcomes.map(plainText);
  narrator.heading(`A mint: bob buys ${yes} from alice's bid for ${no}; their two payments make a pair of shares`);
  await placeOrder(cast, bob, `buys 20 ${yes} at 0.56`, order(market, 'BUY', 0, 20, 56));
  narrator.heading(`A transfer: bob sells half of them into alice's bid for ${yes}`);
  await placeOrder(cast, bob, `sells 10 ${yes} at 0.52`, order(market, 'SELL', 0, 10, 52));
  narrator.heading(`A merge: alice offers ${no}, bob sells ${yes} to it; the pair becomes USDC again`);
  await placeOrder(cast, alice, `offers 10 ${no} at 0.46`, order(market, 'SELL', 1, 10, 46));
  await placeOrder(cast, bob, `sells 10 ${yes} at 0.54`, order(market, 'SELL', 0, 10, 54));
}

/** Market orders in USDC: fill or kill, and fill and kill. */
export async function marketOrders(cast: Cast): Promise<void> {
  const { carol, market, narrator } = cast;
  const yes = plainText(market.outcomes[0]);
  narrator.heading('Market orders: fill or kill, fill and kill');
  const tooMuch = await carol.client.placeOne(spend(market, 'FOK', 50_000, 58));
  narrator.say(`  carol spends 500 USDC on ${yes}, FOK: ${narrator.screen.paint.yellow(tooMuch.errorMsg)}`);
  const [would] = await carol.client.rehearse([spend(market, 'FOK', 1_710, 57)]);
  narrator.say(`  carol asks what 17.10 USDC would buy, a dry run: ${would?.takingAmount ?? ''} shares`);
  await placeOrder(cast, carol, 'spends 17.10 USDC, at worst 0.57, FOK', spend(market, 'FOK', 1_710, 57));
  await placeOrder(cast, carol, 'spends up to 100 USDC, at worst 0.58, FAK', spend(market, 'FAK', 10_000, 58));
}

export async function cancelOne(cast: Cast, orderId: string): Promise<void> {
  const { alice, narrator } = cast;
  narrator.heading('Alice cancels her lowest bid');
  const { canceled, not_canceled } = await alice.client.cancel(orderId);
  const reason = not_canceled[orderId];
  narrator.say(reason === undefined ? `  canceled ${canceled.map(short).join(', ')}` : `  not canceled: ${reason}`);
  await showBook(cast);
}

/** @returns the number of activity rows of these trades: one for the taker and one for each maker */
export async function showTrades({ carol, bob, narrator }: Cast): Promise<number> {
  narrator.heading('The trades, as the trading service lists them for each caller');
  const lists = await Promise.all([bob, carol].map(async (trader) => ({ trader, trades: await trader.client.trades() })));
  narrator.table(
    ['TRADER', 'TIME', 'AS', 'SIDE', shrinking('OUTCOME'), right('SHARES'), right('PRICE'), right('MAKERS')],
    lists.flatMap(({ trader, trades }) =>
      trades.map((trade) => [
        trader.name,
        trade.match_time.slice(11, 19),
        trade.type ?? '',
        trade.side,
        plainText(trade.outcome),
        money(trade.size),
        money(trade.price),
        String(trade.maker_orders.length),
      ]),
    ),
  );
  return lists.flatMap(({ trades }) => trades).reduce((rows, trade) => rows + 1 + trade.maker_orders.length, 0);
}

/** Places one order and prints its result. */
export async function placeOrder(
  { narrator }: Pick<Cast, 'narrator'>,
  trader: Trader,
  what: string,
  draft: OrderDraft,
): Promise<void> {
  const result = await trader.client.placeOne(draft);
  mustTrade(`${trader.name} ${what}`, result);
  const [given, taken] = draft.side === 'BUY' ? ['USDC', 'shares'] : ['shares', 'USDC'];
  const exchanged =
    result.makingAmount === ''
      ? 'rests on the book'
      : `gave ${money(result.makingAmount)} ${given}, got ${money(result.takingAmount)} ${taken}`;
  narrator.say(`  ${trader.name} ${what}: ${narrator.screen.paint.green(result.status)}, ${exchanged}`);
}

async function showBook({ clob, market, narrator }: Cast): Promise<void> {
  narrator.say(...bookPicture(narrator.screen, await readBook(clob, market.tokenIds[0])));
}
