import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { BanRequest, LedgerMoved, LedgerMovement, LedgerShown, OpsReply, WalletKind } from '@foretell/contracts';
import { API_KEY_STORE, type ApiKeyStore } from '@foretell/platform-auth';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { parseAddress, type Address } from '@foretell/signing';
import { formatMicros, parseUsdcDecimal, usdcMicros } from '@foretell/units';
import type { Rejected } from '@foretell/exchange';
import { EngineService } from '../engine/engine.service';
import { Bans } from '../keys/bans.query';
import { BalancesQuery } from '../ledger/balances.query';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { OpsRefusal, replyTo } from './ops-reply';

const WALLET_KINDS: readonly string[] = ['proxy', 'safe', 'deposit'] satisfies readonly WalletKind[];

/** Operator commands on money, wallets and keys. Source: decisions, Funds, Identity and Operations. */
@Controller()
export class LedgerOpsController {
  constructor(
    @Inject(API_KEY_STORE) private readonly keys: ApiKeyStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly balances: BalancesQuery,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly bans: Bans,
  ) {}

  @MessagePattern('ops.clob.ledger.credit')
  credit(@Payload() movement: LedgerMovement): Promise<OpsReply<'ops.clob.ledger.credit'>> {
    return replyTo('ops.clob.ledger.credit', () => this.move('credit', movement));
  }

  @MessagePattern('ops.clob.ledger.debit')
  debit(@Payload() movement: LedgerMovement): Promise<OpsReply<'ops.clob.ledger.debit'>> {
    return replyTo('ops.clob.ledger.debit', () => this.move('debit', movement));
  }

  @MessagePattern('ops.clob.ledger.show')
  show(@Payload() { wallet }: { wallet: string }): Promise<OpsReply<'ops.clob.ledger.show'>> {
    return replyTo('ops.clob.ledger.show', async (): Promise<LedgerShown> => {
      const owner = addressOf(wallet, 'wallet');
      const { usdc, positions } = await this.balances.of(owner);
      return {
        wallet: owner,
        available: formatMicros(usdcMicros(usdc.availableMicros)),
        locked: formatMicros(usdcMicros(usdc.lockedMicros)),
        positions: positions.map(({ conditionId, outcome, availableMicros, lockedMicros }) => {
          const entry = this.directory.byCondition(conditionId);
          return {
            conditionId,
            outcome: entry?.outcomes[outcome] ?? String(outcome),
            question: entry?.question ?? '',
            available: formatMicros(usdcMicros(availableMicros)),
            locked: formatMicros(usdcMicros(lockedMicros)),
          };
        }),
      };
    });
  }

  @MessagePattern('ops.clob.wallets.link')
  link(
    @Payload() { wallet, owner, kind }: { wallet: string; owner: string; kind: WalletKind },
  ): Promise<OpsReply<'ops.clob.wallets.link'>> {
    return replyTo('ops.clob.wallets.link', async () => {
      const linked = { wallet: addressOf(wallet, 'wallet'), owner: addressOf(owner, 'owner'), kind };
      if (!WALLET_KINDS.includes(kind)) throw new OpsRefusal(`the kind must be ${WALLET_KINDS.join(', ')}`);
      if (linked.wallet === linked.owner) throw new OpsRefusal('a wallet needs no link to itself');
      await this.links.link(linked.wallet, linked.owner, kind, this.clock());
      return linked;
    });
  }

  @MessagePattern('ops.clob.keys.revoke')
  revoke(@Payload() { apiKey }: { apiKey: string }): Promise<OpsReply<'ops.clob.keys.revoke'>> {
    return replyTo('ops.clob.keys.revoke', async () => {
      if ((await this.keys.find(apiKey)) === undefined) throw new OpsRefusal(`there is no API key ${apiKey}`);
      return { apiKey, revoked: await this.keys.revoke(apiKey, this.clock()) };
    });
  }

  @MessagePattern('ops.clob.keys.ban')
  ban(@Payload() { address, mode }: BanRequest): Promise<OpsReply<'ops.clob.keys.ban'>> {
    return replyTo('ops.clob.keys.ban', async () => {
      const subject = addressOf(address, 'address');
      if (!['full', 'closed-only', 'lift'].includes(mode)) throw new OpsRefusal('the mode must be full, closed-only or lift');
      await this.bans.set(subject, mode, this.clock());
      return { address: subject, banned: mode !== 'lift' };
    });
  }

  private async move(type: 'credit' | 'debit', { wallet, amount, reference }: LedgerMovement): Promise<LedgerMoved> {
    const owner = addressOf(wallet, 'wallet');
    const parsed = parseUsdcDecimal(amount);
    if (!parsed.ok || parsed.value === 0)
      throw new OpsRefusal('the amount must be USDC above 0 with at most six decimals, such as 250.5');
    if (typeof reference !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(reference)) {
      throw new OpsRefusal('the reference must be 1 to 200 visible ASCII characters: it makes a repeated command harmless');
    }
    const settled = await this.engine.submit({
      command: { type, wallet: owner, amountMicros: parsed.value },
      attachment: { kind: 'ledger', reference },
    });
    if (settled.type === 'rejected') throw new OpsRefusal(refusalText(settled));
    if (settled.type === 'known') await this.requireSame(reference, type, owner, parsed.value);
    const { usdc } = await this.balances.of(owner);
    return {
      wallet: owner,
      available: formatMicros(usdcMicros(usdc.availableMicros)),
      locked: formatMicros(usdcMicros(usdc.lockedMicros)),
      applied: settled.type === 'done',
    };
  }

  /** A reference names one movement for good: another amount or wallet under it is a mistake, not a repetition. */
  private async requireSame(reference: string, type: 'credit' | 'debit', wallet: Address, amountMicros: number): Promise<void> {
    const held = await this.balances.entry(reference);
    if (held === undefined || (held.kind === type && held.wallet === wallet && held.amountMicros === amountMicros)) return;
    const amount = formatMicros(usdcMicros(held.amountMicros));
    throw new OpsRefusal(
      `the reference ${reference} is taken by the ${held.kind} of ${amount} USDC of ${held.wallet}; use another`,
    );
  }
}

function refusalText({ reason, details }: Rejected): string {
  const { haveMicros: have, lockedMicros: locked } = details;
  if (reason !== 'not_enough_balance' || typeof have !== 'number' || typeof locked !== 'number')
    return `refused: ${reason.replaceAll('_', ' ')}`;
  return `refused: the wallet has ${formatMicros(usdcMicros(have))} USDC, of which ${formatMicros(usdcMicros(locked))} are locked in orders`;
}

function addressOf(text: string, name: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new OpsRefusal(`the ${name} must be 0x and 40 hex digits`);
  return parsed;
}
