import { Controller, Inject } from '@nestjs/common';
import { LedgerMoved, LedgerMovement, LedgerRequest, LedgerShown, WalletLinked, WalletLinkRequest } from '@foretell/contracts';
import { OpsCommand, OpsRefusal } from '@foretell/platform-nats';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { formatMicros, parseUsdcDecimal, usdcMicros } from '@foretell/units';
import type { Rejected } from '@foretell/exchange';
import { BansService } from '../bans/bans.service';
import { EngineService } from '../engine/engine.service';
import { BalancesQuery } from '../ledger/balances.query';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { AccessNotices } from '../notices/access-notices';
import { given } from './market-settings';

/** Operator commands on money and wallets. Source: interface, Funds, Identity and Operations. */
@Controller()
export class LedgerOpsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly balances: BalancesQuery,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly bans: BansService,
    private readonly notices: AccessNotices,
  ) {}

  @OpsCommand('ops.clob.ledger.credit')
  credit(movement: LedgerMovement): Promise<LedgerMoved> {
    return this.move('credit', movement);
  }

  @OpsCommand('ops.clob.ledger.debit')
  debit(movement: LedgerMovement): Promise<LedgerMoved> {
    return this.move('debit', movement);
  }

  @OpsCommand('ops.clob.ledger.show')
  async show({ wallet }: LedgerRequest): Promise<LedgerShown> {
    const owner = address(wallet);
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
  }

  @OpsCommand('ops.clob.wallets.link')
  async link({ wallet, owner, kind, replace }: WalletLinkRequest): Promise<WalletLinked> {
    const linked = { wallet: address(wallet), owner: address(owner), kind };
    if (linked.wallet === linked.owner) throw new OpsRefusal('a wallet needs no link to itself');
    const link = { owner: linked.owner, kind, atMillis: this.clock(), replaces: replace === true };
    const stands = await this.links.link(linked.wallet, link);
    if (stands !== null)
      throw new OpsRefusal(
        `${linked.wallet} is linked to ${stands.owner} as a ${stands.kind} wallet; --replace takes it from there`,
      );
    // The new owner may be banned.
    await this.bans.endOrders([linked.wallet]);
    await this.notices.everywhere();
    return linked;
  }

  private async move(type: 'credit' | 'debit', { wallet, amount, reference }: LedgerMovement): Promise<LedgerMoved> {
    const owner = address(wallet);
    const amountMicros = given('amount', parseUsdcDecimal(amount));
    const settled = await this.engine.submit({
      command: { type, wallet: owner, amountMicros },
      attachment: { kind: 'ledger', reference },
    });
    if (settled.type === 'rejected') throw new OpsRefusal(refusalText(settled));
    if (settled.type === 'known') await this.requireSame(reference, type, owner, amountMicros);
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
