import type { Event, MarketProposalV1 } from '@foretell/contracts';

/** Payouts as the events tell them: none before its result is final, and none twice. */
export class PaidResults {
  private readonly proposals = new Map<string, MarketProposalV1>();
  private readonly paid = new Set<string>();
  /** How many holders were paid by a result that was proposed. */
  count = 0;

  clear(): void {
    this.proposals.clear();
    this.paid.clear();
  }

  /** @returns what is wrong with the event; null when nothing */
  fault(event: Event): string | null {
    if (event.type === 'market.changed.v1' && event.proposal !== undefined) this.proposals.set(event.conditionId, event.proposal);
    if (event.type !== 'position.redeemed.v1') return null;
    const holder = `${event.wallet} of market ${event.conditionId}`;
    if (this.paid.has(holder)) return `${holder} is paid twice`;
    this.paid.add(holder);
    const proposal = this.proposals.get(event.conditionId);
    if (proposal === undefined) return null;
    const { stage, by, proposedBy, until = Infinity } = proposal;
    this.count += 1;
    const isFinal = stage === 'finalized' && by !== proposedBy && until <= event.at;
    return isFinal ? null : `${holder} is paid at ${event.at}; the result is ${stage} by ${by} until ${until}`;
  }
}
