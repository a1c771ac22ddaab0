import type { TradingEvent } from '@foretell/contracts';

/** The rows that a batch of events can change, which must be read before it is reduced. */
export interface Touched {
  readonly addresses: ReadonlySet<string>;
  readonly conditionIds: ReadonlySet<string>;
  readonly positions: readonly TouchedPosition[];
}
export interface TouchedPosition {
  readonly address: string;
  readonly conditionId: string;
  readonly outcome: number;
}

export function touchedBy(events: readonly TradingEvent[]): Touched {
  const addresses = new Set<string>();
  const conditionIds = new Set<string>();
  /** By condition, then by wallet: one bit per outcome. Combined keys would be hashed again for each event. */
  const outcomes = new Map<string, Map<string, number>>();
  const hold = (address: string, conditionId: string, outcome: number): void => {
    addresses.add(address);
    const ofCondition = outcomes.get(conditionId) ?? new Map<string, number>();
    outcomes.set(conditionId, ofCondition.set(address, (ofCondition.get(address) ?? 0) | (1 << outcome)));
  };
  for (const event of events) {
    switch (event.type) {
      case 'trade.matched.v1':
        conditionIds.add(event.conditionId);
        hold(event.wallet, event.conditionId, event.outcome);
        for (const fill of event.fills) hold(fill.wallet, event.conditionId, fill.outcome);
        break;
      case 'position.split.v1':
      case 'position.merged.v1':
      case 'position.redeemed.v1':
        conditionIds.add(event.conditionId);
        hold(event.wallet, event.conditionId, 0);
        hold(event.wallet, event.conditionId, 1);
        break;
      case 'market.changed.v1':
      case 'market.quoted.v1':
        conditionIds.add(event.conditionId);
        break;
      case 'market.measured.v1':
      case 'order.accepted.v1':
      case 'order.closed.v1':
      case 'funds.credited.v1':
      case 'funds.debited.v1':
        break;
      default:
        // An event type of a newer writer touches nothing here: the reduction refuses it.
        nothingLeft(event);
    }
  }
  return { addresses, conditionIds, positions: [...positionsOf(outcomes)] };
}

/** An event type without a case above does not compile. */
function nothingLeft(_fact: never): void {}

function* positionsOf(outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>): Generator<TouchedPosition> {
  for (const [conditionId, ofCondition] of outcomes) {
    for (const [address, bits] of ofCondition) {
      for (const outcome of [0, 1]) if ((bits & (1 << outcome)) !== 0) yield { address, conditionId, outcome };
    }
  }
}
