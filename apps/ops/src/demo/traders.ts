import { randomBytes } from 'node:crypto';
import { MarketDataClient, TradingClient, signingTerms, walletFromPrivateKey } from '@foretell/client';
import type { ExchangeTerms } from '@foretell/contracts';
import type { CommandContext } from '../cli/command';
import { CommandRefused } from '../failure';
import { commanded } from '../connection/ops-connection';

export interface Trader {
  readonly name: string;
  readonly client: TradingClient;
  /** Initial USDC, decimal. */
  readonly funds: string;
}

const CREDIT_USDC = '1000';

/** A new wallet with an API key and money: from the sandbox, else from an operator's credit. */
export async function createTrader(name: string, context: CommandContext): Promise<Trader> {
  const { config } = context;
  const wallet = await walletFromPrivateKey(randomBytes(32));
  const url = config.clobUrl;
  const client = new TradingClient({ url, wallet, ...signingTerms(await exchangeTerms(url)) });
  await client.createKey();
  return { name, client, funds: await fundsOf(wallet.address, context) };
}

/** The signing terms of the site: usually a domain of its own, which no client has as a preset. */
async function exchangeTerms(url: string): Promise<ExchangeTerms> {
  const markets = new MarketDataClient({ url });
  try {
    return await markets.exchange();
  } finally {
    markets.close();
  }
}

async function fundsOf(wallet: string, context: CommandContext): Promise<string> {
  const { available } = await commanded(context, 'ops.clob.ledger.show', { wallet });
  if (Number(available) > 0) return available;
  const credit = { wallet, amount: CREDIT_USDC, reference: `demo-${wallet}` };
  return (await commanded(context, 'ops.clob.ledger.credit', credit)).available;
}

/** Throws when an order that the demo needs was refused. */
export function mustTrade(what: string, result: { readonly success: boolean; readonly errorMsg: string } | undefined): void {
  if (result?.success !== true) throw new CommandRefused(`${what} was refused: ${result?.errorMsg ?? 'no result'}`);
}
