import type { Event, MarketProposalV1 } from '@foretell/contracts';

/** Checks the payouts in events: none before its result is final, none twice. */
export class PaidResults {
  private readonly proposals = new Map<string, MarketProposalV1>();
  private readonly paid = new Set<string>();
  /** Number of holders paid by a proposed result. */
  count = 0;

  clear(): void {
    this.proposals.clear();
    this.paid.clear();
  }

  /** @returns the fault of the event, or null */
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
