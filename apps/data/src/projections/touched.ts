import type { TradingFact } from '@foretell/contracts';

/** Which rows a batch of facts can change: what must be read before it is reduced. In the order of first mention. */
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

export function touchedBy(facts: readonly TradingFact[]): Touched {
  const addresses = new Set<string>();
  const conditionIds = new Set<string>();
  const positions = new Map<string, TouchedPosition>();
  const hold = (address: string, conditionId: string, outcome: number): void => {
    addresses.add(address);
    positions.set(`${address}${conditionId}${outcome}`, { address, conditionId, outcome });
  };
  for (const fact of facts) {
    switch (fact.type) {
      case 'trade.matched.v1':
        conditionIds.add(fact.conditionId);
        hold(fact.wallet, fact.conditionId, fact.outcome);
        for (const fill of fact.fills) hold(fill.wallet, fact.conditionId, fill.outcome);
        break;
      case 'position.split.v1':
      case 'position.merged.v1':
      case 'position.redeemed.v1':
        conditionIds.add(fact.conditionId);
        hold(fact.wallet, fact.conditionId, 0);
        hold(fact.wallet, fact.conditionId, 1);
        break;
      case 'market.changed.v1':
      case 'market.quoted.v1':
        conditionIds.add(fact.conditionId);
        break;
      case 'order.accepted.v1':
      case 'order.closed.v1':
      case 'funds.credited.v1':
      case 'funds.debited.v1':
        break;
    }
  }
  return { addresses, conditionIds, positions: [...positions.values()] };
}
