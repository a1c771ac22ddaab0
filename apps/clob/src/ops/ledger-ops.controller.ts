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
import type { Rejected } from '@foretell/exchange';
import { BansService } from '../bans/bans.service';
import { EngineService } from '../engine/engine.service';
import { BalancesQuery } from '../ledger/balances.query';
import { PendingCredits, type Credit, type PendingCredit } from '../ledger/pending-credits';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { AccessNotices } from '../notices/access-notices';
import { given } from './market-settings';

type Decision = NonNullable<PendingCredit['decision']>;

/** Operator commands on money and wallets. Source: interface, Funds, Identity and Operations. */
@Controller()
export class LedgerOpsController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly balances: BalancesQuery,
    private readonly directory: MarketDirectory,
    private readonly pending: PendingCredits,
    private readonly links: WalletLinks,
    private readonly bans: BansService,
    private readonly notices: AccessNotices,
  ) {}

  @OpsCommand('ops.clob.ledger.credit')
  async credit(@Payload() movement: LedgerMovement, @Ctx() { operator }: OpsContext): Promise<LedgerMoved> {
    const credit = movementOf(movement);
    const stored = await this.pending.neededFor(credit, operator.actor);
    if (stored === null) return this.move('credit', credit);
    if (stored.wallet !== credit.wallet || stored.amountMicros !== credit.amountMicros)
      throw new OpsRefusal(referenceTaken(stored.reference, 'pending credit', stored));
    if (stored.decision !== null) return this.carryOut(stored, stored.decision);
    return { ...(await this.stateOf(credit.wallet)), applied: false, isPending: true };
  }

  @OpsCommand('ops.clob.ledger.pending')
  async waiting(): Promise<PendingCreditList> {
    const credits = await this.pending.waiting();
    return { credits: credits.map(shownOf) };
  }

  /** The decision is stored first: if the movement then fails, the same command repeats it. One that is refused waits again. */
  @OpsCommand('ops.clob.ledger.approve')
  async approve(@Payload() { reference }: PendingCreditRequest, @Ctx() { operator }: OpsContext): Promise<LedgerMoved> {
    const { actor } = operator;
    const asked = await this.pending.of(reference);
    if (asked?.askedBy === actor) throw new OpsRefusal(`${actor} asked for this credit: another operator must approve it`);
    const { credit, decision } = await this.decide(reference, actor, true);
    return this.carryOut(credit, decision);
  }

  @OpsCommand('ops.clob.ledger.decline')
  async decline(@Payload() { reference }: PendingCreditRequest, @Ctx() { operator }: OpsContext): Promise<PendingCreditShown> {
    const { credit, decision } = await this.decide(reference, operator.actor, false);
    if (decision.isApproved) throw new OpsRefusal(`the credit ${reference} was approved by ${decision.by}: it has taken effect`);
    return shownOf(credit);
  }

  @OpsCommand('ops.clob.ledger.debit')
  async debit(movement: LedgerMovement): Promise<LedgerMoved> {
    const debit = movementOf(movement);
    const asked = await this.pending.of(debit.reference);
    if (asked !== null) throw new OpsRefusal(referenceTaken(asked.reference, 'pending credit', asked));
    return this.move('debit', debit);
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

  /** Only the first decision counts. */
  private async decide(
    reference: string,
    actor: string,
    isApproved: boolean,
  ): Promise<{ credit: PendingCredit; decision: Decision }> {
    const credit = await this.pending.decide(reference, actor, isApproved);
    if (credit === null) throw new OpsRefusal(`no credit waits under the reference ${reference}; see ops ledger pending`);
    if (credit.decision === null) throw new Error(`the decision on the credit ${reference} was not stored`);
    return { credit, decision: credit.decision };
  }

  private async carryOut(credit: PendingCredit, { by, isApproved }: Decision): Promise<LedgerMoved> {
    if (isApproved) {
      try {
        return await this.move('credit', credit);
      } catch (error) {
        if (error instanceof OpsRefusal) await this.pending.reopen(credit.reference);
        throw error;
      }
    }
    throw new OpsRefusal(`the credit ${credit.reference} was declined by ${by}; ask for it again under another reference`);
  }

  private async move(type: 'credit' | 'debit', { wallet, amountMicros, reference }: Credit): Promise<LedgerMoved> {
    const settled = await this.engine.submit({
      command: { type, wallet, amountMicros },
      attachment: { kind: 'ledger', reference },
    });
    if (settled.type === 'rejected') throw new OpsRefusal(refusalText(settled));
    if (settled.type === 'known') await this.requireSame(reference, type, wallet, amountMicros);
    return { ...(await this.stateOf(wallet)), applied: settled.type === 'done' };
  }

  private async stateOf(wallet: Address): Promise<Omit<LedgerMoved, 'applied'>> {
    const { usdc } = await this.balances.of(wallet);
    return {
      wallet,
      available: formatMicros(usdcMicros(usdc.availableMicros)),
      locked: formatMicros(usdcMicros(usdc.lockedMicros)),
    };
  }

  /** A reference names one movement permanently: another amount or wallet under it is an error, not a repetition. */
  private async requireSame(reference: string, type: 'credit' | 'debit', wallet: Address, amountMicros: number): Promise<void> {
    const held = await this.balances.entry(reference);
    if (held === undefined || (held.kind === type && held.wallet === wallet && held.amountMicros === amountMicros)) return;
    throw new OpsRefusal(referenceTaken(reference, held.kind, held));
  }
}

function shownOf({ reference, wallet, amountMicros, askedBy, askedAt }: PendingCredit): PendingCreditShown {
  return { reference, wallet, amount: formatMicros(amountMicros), askedBy, askedAt };
}

function movementOf({ wallet, amount, reference }: LedgerMovement): Credit {
  return { wallet: address(wallet), amountMicros: given('amount', parseUsdcDecimal(amount)), reference };
}

function referenceTaken(
  reference: string,
  kind: string,
  held: { readonly wallet: string; readonly amountMicros: number },
): string {
  const amount = formatMicros(usdcMicros(held.amountMicros));
  return `the reference ${reference} is taken by the ${kind} of ${amount} USDC of ${held.wallet}; use another`;
}

function refusalText({ reason, details }: Rejected): string {
  const { haveMicros: have, lockedMicros: locked } = details;
  if (reason !== 'not_enough_balance' || typeof have !== 'number' || typeof locked !== 'number')
    return `refused: ${reason.replaceAll('_', ' ')}`;
  return `refused: the wallet has ${formatMicros(usdcMicros(have))} USDC, of which ${formatMicros(usdcMicros(locked))} are locked in orders`;
}
