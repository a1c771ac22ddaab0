import { Controller, Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  LedgerMoved,
  LedgerMovement,
  LedgerRequest,
  LedgerShown,
  PendingCredit as PendingCreditShown,
  PendingCreditRequest,
  PendingCredits as PendingCreditList,
  WalletLinked,
  WalletLinkRequest,
} from '@foretell/contracts';
import { OpsCommand, OpsContext, OpsRefusal } from '@foretell/platform-nats';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { formatMicros, parseUsdcDecimal, usdcMicros } from '@foretell/units';
import { BansService } from '../bans/bans.service';
import { Movements } from '../funds/movements';
import { PendingCredits, type Movement, type PendingCredit } from '../funds/pending-credits';
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
    private readonly movements: Movements,
    private readonly balances: BalancesQuery,
    private readonly directory: MarketDirectory,
    private readonly pending: PendingCredits,
    private readonly links: WalletLinks,
    private readonly bans: BansService,
    private readonly notices: AccessNotices,
  ) {}

  @OpsCommand('ops.clob.ledger.credit')
  async credit(@Payload() request: LedgerMovement, @Ctx() { operator }: OpsContext): Promise<LedgerMoved> {
    const credit = movementOf(request);
    const moved = await this.movements.credit(credit, operator.actor);
    const shown = { ...(await this.stateOf(credit.wallet)), applied: moved === 'moved' };
    return moved === 'pending' ? { ...shown, isPending: true } : shown;
  }

  @OpsCommand('ops.clob.ledger.pending')
  async waiting(): Promise<PendingCreditList> {
    const credits = await this.pending.waiting();
    return { credits: credits.map(shownOf) };
  }

  @OpsCommand('ops.clob.ledger.approve')
  async approve(@Payload() { reference }: PendingCreditRequest, @Ctx() { operator }: OpsContext): Promise<LedgerMoved> {
    const { credit, moved } = await this.movements.approve(reference, operator.actor);
    return { ...(await this.stateOf(credit.wallet)), applied: moved === 'moved' };
  }

  @OpsCommand('ops.clob.ledger.decline')
  async decline(@Payload() { reference }: PendingCreditRequest, @Ctx() { operator }: OpsContext): Promise<PendingCreditShown> {
    return shownOf(await this.movements.decline(reference, operator.actor));
  }

  @OpsCommand('ops.clob.ledger.debit')
  async debit(request: LedgerMovement): Promise<LedgerMoved> {
    const debit = movementOf(request);
    const moved = await this.movements.debit(debit);
    return { ...(await this.stateOf(debit.wallet)), applied: moved === 'moved' };
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
    // The writer refuses orders of another signer by now, so ending the existing ones is complete. Also where the link stands:
    // the command may repeat one that ended between the two steps.
    if (link.replaces) await this.bans.endAllOrders(linked.wallet);
    // The new owner may be banned.
    else await this.bans.endOrders([linked.wallet]);
    await this.notices.everywhere();
    return linked;
  }

  private async stateOf(wallet: Address): Promise<Omit<LedgerMoved, 'applied'>> {
    const { usdc } = await this.balances.of(wallet);
    return {
      wallet,
      available: formatMicros(usdcMicros(usdc.availableMicros)),
      locked: formatMicros(usdcMicros(usdc.lockedMicros)),
    };
  }
}

function shownOf({ reference, wallet, amountMicros, askedBy, askedAt }: PendingCredit): PendingCreditShown {
  return { reference, wallet, amount: formatMicros(amountMicros), askedBy, askedAt };
}

function movementOf({ wallet, amount, reference }: LedgerMovement): Movement {
  return { wallet: address(wallet), amountMicros: given('amount', parseUsdcDecimal(amount)), reference };
}
