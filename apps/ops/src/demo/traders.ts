import { randomBytes } from 'node:crypto';
import { TradingClient, walletFromPrivateKey } from '@foretell/platform-auth';
import { EXCHANGE_PRESETS, type ExchangeDomain, type ExchangePreset } from '@foretell/signing';
import type { Workplace } from '../cli/command';
import { CommandRefused, SurfaceSilent, UsageError } from '../failure';
import { commanded } from '../desk/ops-desk';

export interface Trader {
  readonly name: string;
  readonly client: TradingClient;
  /** USDC at the start, decimal. */
  readonly funds: string;
}

const CREDIT_USDC = '1000';

/** A fresh wallet with an API key and money: the sandbox's, or else an operator's credit. */
export async function createTrader(name: string, workplace: Workplace): Promise<Trader> {
  const { config } = workplace;
  const wallet = await walletFromPrivateKey(randomBytes(32));
  const client = new TradingClient({ url: config.clobUrl, wallet, domain: exchangeDomain(config.exchangePreset) });
  try {
    await client.createKey();
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new SurfaceSilent(`the trading surface does not answer at ${config.clobUrl}; start the system with: npm start`, {
        cause: error,
      });
    }
    throw error;
  }
  return { name, client, funds: await fundsOf(wallet.address, workplace) };
}

async function fundsOf(wallet: string, workplace: Workplace): Promise<string> {
  const { available } = await commanded(workplace, 'ops.clob.ledger.show', { wallet });
  if (Number(available) > 0) return available;
  const credit = { wallet, amount: CREDIT_USDC, reference: `demo-${wallet}` };
  return (await commanded(workplace, 'ops.clob.ledger.credit', credit)).available;
}

function exchangeDomain(preset: string): ExchangeDomain {
  if (!isPreset(preset)) throw new UsageError(`EXCHANGE_PRESET must be one of ${Object.keys(EXCHANGE_PRESETS).join(', ')}`);
  return EXCHANGE_PRESETS[preset];
}

function isPreset(name: string): name is ExchangePreset {
  return Object.hasOwn(EXCHANGE_PRESETS, name);
}

/** Throws when an order that the story needs was refused. */
export function mustTrade(what: string, result: { readonly success: boolean; readonly errorMsg: string } | undefined): void {
  if (result?.success !== true) throw new CommandRefused(`${what} was refused: ${result?.errorMsg ?? 'no result'}`);
}
