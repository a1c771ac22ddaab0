import { CatalogClient, ClientError, DataClient, MarketDataClient } from '@foretell/client';
import type { Answer, CommandInput, CommandContext } from '../cli/command';
import { EXIT } from '../exit-code';
import { CommandRefused, ServiceUnresponsive } from '../failure';
import { commanded } from '../connection/ops-connection';
import { money, short } from '../terminal/figures';
import { right } from '../terminal/table';
import { plainText } from '../terminal/width';
import { catalogTitle, showActivity, showHolders, showLeaderboard, waitForActivity } from './data-chapters';
import { chooseMarkets, type DemoMarket } from './demo-market';
import { Narrator } from './narrator';
import { createTrader, type Trader } from './traders';
import {
  cancelOne,
  marketOrders,
  matchThreeWays,
  order,
  quoteBothSides,
  showTrades,
  placeOrder,
  type Cast,
} from './trading-chapters';

const NAMES = ['alice', 'bob', 'carol'] as const;

/** Runs the complete demo; prints each chapter after it has happened. */
export async function runDemo(input: CommandInput, context: CommandContext): Promise<Answer> {
  const { config, screen } = context;
  const narrator = new Narrator(screen, input.isJson);
  const clob = new MarketDataClient({ url: config.clobUrl });
  const gamma = new CatalogClient({ url: config.gammaUrl });
  const data = new DataClient({ url: config.dataUrl });
  const traders: Trader[] = [];
  try {
    const [market, second] = await chooseMarkets(clob, 2);
    if (market === undefined) throw new CommandRefused('no market to trade on');
    await introduce(narrator, gamma, market);
    const [alice, bob, carol] = await createTraders(narrator, context, traders);
    const cast: Cast = { alice, bob, carol, market, clob, narrator };
    const quotes = await quoteBothSides(cast);
    await matchThreeWays(cast);
    await marketOrders(cast);
    await cancelOne(cast, quotes[2]?.orderID ?? '');
    if (second !== undefined) await resolveSecond(cast, second, context);
    const payouts = second === undefined ? 0 : 1;
    const rows = (await showTrades(cast)) + payouts;
    await Promise.all(traders.map(({ client }) => client.cancelAll()));
    await showFunds(narrator, traders, context);
    return await showData({ data, traders: [alice, bob, carol], market, narrator }, rows);
  } catch (error) {
    throw error instanceof ClientError ? worded(error) : error;
  } finally {
    for (const { client } of traders) client.close();
    for (const reader of [clob, gamma, data]) reader.close();
  }
}

/** A service that does not respond is not the command's fault; a refusal is. */
function worded(error: ClientError): ServiceUnresponsive | CommandRefused {
  return error.status === 0
    ? new ServiceUnresponsive(`a service does not respond (${error.message}); start the system with: npm start`, { cause: error })
    : new CommandRefused(`a service returned ${error.status}: ${error.message}`, { cause: error });
}

async function introduce(narrator: Narrator, gamma: CatalogClient, market: DemoMarket): Promise<void> {
  narrator.heading('The market, found in the catalog and on the trading service');
  const event = await catalogTitle(gamma, market);
  narrator.say(
    `  ${plainText(market.question)}`,
    narrator.screen.paint.dim(`  event: ${event}`),
    narrator.screen.paint.dim(`  condition ${short(market.conditionId)}, outcomes ${market.outcomes.map(plainText).join(' / ')}`),
  );
}

async function createTraders(
  narrator: Narrator,
  context: CommandContext,
  traders: Trader[],
): Promise<readonly [Trader, Trader, Trader]> {
  narrator.heading('Three fresh wallets: keys by signature (L1), then money');
  const create = async (name: string): Promise<Trader> => {
    const trader = await createTrader(name, context);
    traders.push(trader);
    return trader;
  };
  const created = [await create(NAMES[0]), await create(NAMES[1]), await create(NAMES[2])] as const;
  narrator.table(
    ['TRADER', 'WALLET', 'API KEY', right('USDC')],
    created.map(({ name, client, funds }) => [name, client.wallet.checksummedAddress, short(client.key.apiKey), money(funds)]),
  );
  return created;
}

/** A trade on another market and its resolution. The second outcome wins: of several candidates, most lose. */
async function resolveSecond(cast: Cast, market: DemoMarket, context: CommandContext): Promise<void> {
  const { alice, bob, narrator } = cast;
  const [yes, no] = market.outcomes.map(plainText);
  narrator.heading(`Another market is resolved: ${plainText(market.question)}`);
  await placeOrder(cast, alice, `buys 20 ${no} at 0.60`, order(market, 'BUY', 1, 20, 60));
  await placeOrder(cast, bob, `buys 20 ${yes} at 0.40`, order(market, 'BUY', 0, 20, 40));
  const state = await commanded(context, 'ops.clob.markets.resolve', {
    market: market.conditionId,
    winner: market.outcomes[1],
  });
  narrator.say(
    `  the operator resolves it, ${no} wins: ${narrator.screen.paint.green(state.status)}; each ${no} share paid 1 USDC`,
  );
  const late = await bob.client.placeOne(order(market, 'BUY', 0, 20, 40));
  if (late.success) throw new CommandRefused('an order on the resolved market was accepted; see ops doctor');
  narrator.say(`  bob tries again: ${narrator.screen.paint.yellow(late.errorMsg)}`);
}

async function showFunds(narrator: Narrator, traders: readonly Trader[], context: CommandContext): Promise<void> {
  narrator.heading("The traders' accounts");
  const accounts = await Promise.all(
    traders.map(async (trader) => ({
      trader,
      account: await commanded(context, 'ops.clob.ledger.show', { wallet: trader.client.wallet.address }),
    })),
  );
  narrator.table(
    ['TRADER', right('BEFORE'), right('USDC NOW'), 'SHARES'],
    accounts.map(({ trader, account }) => [
      trader.name,
      money(trader.funds),
      money(account.available),
      account.positions.map((position) => `${money(position.available)} ${plainText(position.outcome)}`).join(', ') || '-',
    ]),
  );
}

async function showData(cast: Parameters<typeof showActivity>[0], rows: number): Promise<Answer> {
  const arrived = await waitForActivity(cast, rows);
  if (!arrived) throw new ServiceUnresponsive('the trades did not reach the data service in 20 s; see ops doctor');
  await showActivity(cast);
  await showHolders(cast);
  await showLeaderboard(cast);
  const { paint } = cast.narrator.screen;
  cast.narrator.say(
    '',
    paint.green('All steps used the public HTTP services with signed orders.'),
    'Next: ops doctor (from a clone: npm run ops -- doctor) checks that every invariant holds.',
  );
  const wallets = Object.fromEntries(cast.traders.map(({ name, client }) => [name, client.wallet.address]));
  return { value: { market: cast.market.conditionId, wallets, activityRows: rows }, lines: [], exitCode: EXIT.done };
}
