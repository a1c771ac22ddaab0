import { sequenced, type FactMessage, type PositionRedeemedV1, type TradingFact } from '@foretell/contracts';
import { mulDivFloor, PIPS_PER_USDC } from '@foretell/units';

/**
 * The payout of a share of outcome 0, in pips, from the resolution that follows an event of the condition. Rejects until that
 * resolution is published.
 */
export type LaterPayout = (conditionId: string, sequence: number) => Promise<number>;

/** Completes redemptions of earlier releases, whose payouts by outcome appear only in the later resolution. */
export class RedemptionPayouts {
  /** In pips, by condition: a market is resolved once. */
  private readonly payouts = new Map<string, number>();

  constructor(private readonly laterPayout: LaterPayout) {}

  /** The messages, where each redemption of both outcomes has its payout by outcome. */
  async complete(messages: readonly FactMessage<TradingFact>[]): Promise<readonly FactMessage<TradingFact>[]> {
    if (!messages.some(({ facts }) => facts.some(isIncomplete))) return messages;
    for (const { fact: event, sequence } of sequenced<'clob'>(messages)) {
      if (!isIncomplete(event) || this.payouts.has(event.conditionId)) continue;
      this.payouts.set(event.conditionId, await this.laterPayout(event.conditionId, sequence));
    }
    return messages.map((message) => ({ ...message, facts: message.facts.map((event) => this.completed(event)) }));
  }

  private completed(event: TradingFact): TradingFact {
    const pips = isIncomplete(event) ? this.payouts.get(event.conditionId) : undefined;
    if (!isIncomplete(event) || pips === undefined) return event;
    return { ...event, payout0Micros: Math.min(event.payoutMicros, mulDivFloor(event.outcome0Micros, pips, PIPS_PER_USDC)) };
  }
}

/** The amounts of a single-outcome redemption determine its payout. */
function isIncomplete(event: TradingFact): event is PositionRedeemedV1 {
  if (event.type !== 'position.redeemed.v1') return false;
  return event.payout0Micros === undefined && event.outcome0Micros > 0 && event.outcome1Micros > 0;
}
