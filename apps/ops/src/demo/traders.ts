import { randomBytes } from 'node:crypto';
import { EXCHANGE_PRESETS, TradingClient, walletFromPrivateKey, type ExchangePreset } from '@foretell/client';
import type { CommandContext } from '../cli/command';
import { CommandRefused, UsageError } from '../failure';
import { commanded } from '../connection/ops-connection';

export interface Trader {
  readonly name: string;
  readonly client: TradingClient;
  /** USDC at the start, decimal. */
  readonly funds: string;
}

const CREDIT_USDC = '1000';

/** A fresh wallet with an API key and money: the sandbox's, or else an operator's credit. */
export async function createTrader(name: string, context: CommandContext): Promise<Trader> {
  const { config } = context;
  const wallet = await walletFromPrivateKey(randomBytes(32));
  const client = new TradingClient({ url: config.clobUrl, wallet, domain: presetOf(config.exchangePreset) });
  await client.createKey();
  return { name, client, funds: await fundsOf(wallet.address, context) };
}

async function fundsOf(wallet: string, context: CommandContext): Promise<string> {
  const { available } = await commanded(context, 'ops.clob.ledger.show', { wallet });
  if (Number(available) > 0) return available;
  const credit = { wallet, amount: CREDIT_USDC, reference: `demo-${wallet}` };
  return (await commanded(context, 'ops.clob.ledger.credit', credit)).available;
}

function presetOf(preset: string): ExchangePreset {
  if (!isPreset(preset)) throw new UsageError(`EXCHANGE_PRESET must be one of ${Object.keys(EXCHANGE_PRESETS).join(', ')}`);
  return preset;
}

function isPreset(name: string): name is ExchangePreset {
  return Object.hasOwn(EXCHANGE_PRESETS, name);
}

/** Throws when an order that the story needs was refused. */
export function mustTrade(what: string, result: { readonly success: boolean; readonly errorMsg: string } | undefined): void {
  if (result?.success !== true) throw new CommandRefused(`${what} was refused: ${result?.errorMsg ?? 'no result'}`);
}
