import { createExchange } from '../create-exchange';
import type { Exchange, ExchangeRules } from '../exchange';
import type { Snapshot } from '../rows';
import type { CheckedExchange } from './naive-exchange';

/** The fast exchange behind the interface that the suites compare. */
export function checkedExchange(exchange: Exchange): CheckedExchange {
  return {
    apply: (command) => exchange.apply(command),
    nextDueAt: () => exchange.nextDueAt(),
    order: (orderId) => exchange.order(orderId),
    snapshot: () => exchange.snapshot(),
    checkInvariants: () => exchange.checkInvariants(),
    takeEvents: () => exchange.drain().facts,
  };
}

export function fastExchange(rules: ExchangeRules): CheckedExchange {
  return checkedExchange(createExchange(rules));
}

/** A snapshot is a set of rows; sorted, two snapshots of the same state are equal. */
export function sorted(snapshot: Snapshot): Snapshot {
  const byKey = <T>(rows: readonly T[], key: (row: T) => string): T[] => [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    markets: byKey(snapshot.markets, (row) => row.conditionId),
    balances: byKey(snapshot.balances, (row) => `${row.wallet}/${row.conditionId}/${row.outcome}`),
    orders: byKey(snapshot.orders, (row) => row.orderId),
    totals: snapshot.totals,
  };
}
