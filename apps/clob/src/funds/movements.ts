import { Injectable } from '@nestjs/common';
import { OpsRefusal } from '@foretell/platform-nats';
import type { Rejected } from '@foretell/exchange';
import { formatMicros, usdcMicros } from '@foretell/units';
import { EngineService } from '../engine/engine.service';
import { BalancesQuery } from '../ledger/balances.query';
import { PendingCredits, type Movement, type PendingCredit } from './pending-credits';

type Kind = 'credit' | 'debit';
type Moved = 'moved' | 'repeated' | 'pending';
type Decision = NonNullable<PendingCredit['decision']>;

/**
 * Credits and debits: each reference moves USDC once, and large credits wait for a second operator. Every method throws
 * OpsRefusal for a movement that is refused, and for a reference that another movement holds.
 */
@Injectable()
export class Movements {
  constructor(
    private readonly engine: EngineService,
    private readonly balances: BalancesQuery,
    private readonly pending: PendingCredits,
  ) {}

  async credit(credit: Movement, actor: string): Promise<Moved> {
    if (await this.hasMoved('credit', credit)) return 'repeated';
    const stored = await this.pending.neededFor(credit, actor);
    if (stored === null) return this.move('credit', credit);
    requireSame(stored.reference, 'pending credit', stored, credit);
    return stored.decision === null ? 'pending' : this.carryOut(stored, stored.decision);
  }

  async debit(debit: Movement): Promise<Moved> {
    const asked = await this.pending.of(debit.reference);
    if (asked !== null) throw new OpsRefusal(referenceTaken(asked.reference, 'pending credit', asked));
    return this.move('debit', debit);
  }

  /** The decision is stored first: if the movement then fails, the same command repeats it. One that is refused waits again. */
  async approve(reference: string, actor: string): Promise<{ readonly credit: PendingCredit; readonly moved: Moved }> {
    const asked = await this.pending.of(reference);
    if (asked?.askedBy === actor) throw new OpsRefusal(`${actor} requested this credit: another operator must approve it`);
    const { credit, decision } = await this.decide(reference, actor, true);
    return { credit, moved: await this.carryOut(credit, decision) };
  }

  async decline(reference: string, actor: string): Promise<PendingCredit> {
    const { credit, decision } = await this.decide(reference, actor, false);
    if (decision.isApproved) throw new OpsRefusal(`the credit ${reference} was approved by ${decision.by}: it has taken effect`);
    return credit;
  }

  /** Only the first decision counts. */
  private async decide(
    reference: string,
    actor: string,
    isApproved: boolean,
  ): Promise<{ credit: PendingCredit; decision: Decision }> {
    const credit = await this.pending.decide(reference, actor, isApproved);
    if (credit === null) throw new OpsRefusal(`no credit is pending under the reference ${reference}; see ops ledger pending`);
    if (credit.decision === null) throw new Error(`the decision on the credit ${reference} was not stored`);
    return { credit, decision: credit.decision };
  }

  private async carryOut(credit: PendingCredit, { by, isApproved }: Decision): Promise<Moved> {
    if (!isApproved)
      throw new OpsRefusal(`the credit ${credit.reference} was declined by ${by}; request it again under another reference`);
    try {
      return await this.move('credit', credit);
    } catch (error) {
      if (error instanceof OpsRefusal) await this.pending.reopen(credit.reference);
      throw error;
    }
  }

  private async move(type: Kind, movement: Movement): Promise<Moved> {
    const { wallet, amountMicros, reference } = movement;
    const settled = await this.engine.submit({
      command: { type, wallet, amountMicros },
      attachment: { kind: 'ledger', reference },
    });
    if (settled.type === 'rejected') throw new OpsRefusal(refusalText(settled));
    if (settled.type !== 'known') return 'moved';
    await this.hasMoved(type, movement);
    return 'repeated';
  }

  private async hasMoved(kind: Kind, movement: Movement): Promise<boolean> {
    const held = await this.balances.entry(movement.reference);
    if (held === undefined) return false;
    if (held.kind !== kind) throw new OpsRefusal(referenceTaken(movement.reference, held.kind, held));
    requireSame(movement.reference, kind, held, movement);
    return true;
  }
}

interface Held {
  readonly wallet: string;
  readonly amountMicros: number;
}

function requireSame(reference: string, kind: string, held: Held, { wallet, amountMicros }: Movement): void {
  if (held.wallet !== wallet || held.amountMicros !== amountMicros) throw new OpsRefusal(referenceTaken(reference, kind, held));
}

function referenceTaken(reference: string, kind: string, held: Held): string {
  const amount = formatMicros(usdcMicros(held.amountMicros));
  return `the reference ${reference} is taken by the ${kind} of ${amount} USDC of ${held.wallet}; use another`;
}

function refusalText({ reason, details }: Rejected): string {
  const { haveMicros: have, lockedMicros: locked } = details;
  if (reason !== 'not_enough_balance' || typeof have !== 'number' || typeof locked !== 'number')
    return reason.replaceAll('_', ' ');
  return `the wallet has ${formatMicros(usdcMicros(have))} USDC, of which ${formatMicros(usdcMicros(locked))} are locked in orders`;
}
