import type { ClosedPosition, PositionItem } from '@foretell/contracts';
import { averagePriceMicros } from '../projections/activity';
import { outcomeMarkMicros, valueMicros } from '../projections/mark';
import { assetOf, fromMicros, percent, unixSeconds } from '../wire/json-numbers';
import type { PositionRead } from './position.columns';

/*
 * The two forms list their fields one by one. Spreading an object and adding fields costs ten times as much, and a page has
 * hundreds.
 */

/** An open position: the cost and current value of its shares. */
export function toPositionItem(row: PositionRead): PositionItem {
  const { conditionId, outcome } = row;
  const currentMicros = valueMicros(row.sizeMicros, row.mark0HalfPips, outcome);
  const gainedMicros = currentMicros - row.costMicros;
  return {
    proxyWallet: row.address,
    asset: assetOf(conditionId, outcome),
    conditionId,
    size: fromMicros(row.sizeMicros),
    avgPrice: fromMicros(averagePriceMicros(row.costMicros, row.sizeMicros)),
    initialValue: fromMicros(row.costMicros),
    currentValue: fromMicros(currentMicros),
    cashPnl: fromMicros(gainedMicros),
    percentPnl: percent(gainedMicros, row.costMicros),
    totalBought: fromMicros(row.acquiredMicros),
    realizedPnl: fromMicros(row.realizedMicros),
    percentRealizedPnl: percent(row.realizedMicros, row.boughtMicros),
    curPrice: fromMicros(markMicros(row)),
    redeemable: row.isResolved && markMicros(row) > 0,
    mergeable: row.oppositeMicros > 0,
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    eventId: row.eventId,
    eventSlug: row.eventSlug,
    outcome: outcome === 0 ? row.outcome0 : row.outcome1,
    outcomeIndex: outcome,
    oppositeOutcome: outcome === 0 ? row.outcome1 : row.outcome0,
    oppositeAsset: assetOf(conditionId, 1 - outcome),
    timestamp: unixSeconds(row.changedAt),
    endDate: row.endDate,
    negativeRisk: row.negRisk ?? false,
  };
}

/** A closed position and its result. */
export function toClosedPosition(row: PositionRead): ClosedPosition {
  const { conditionId, outcome } = row;
  return {
    proxyWallet: row.address,
    asset: assetOf(conditionId, outcome),
    conditionId,
    size: fromMicros(row.acquiredMicros),
    avgPrice: fromMicros(averagePriceMicros(row.boughtMicros, row.acquiredMicros)),
    initialValue: fromMicros(row.boughtMicros),
    currentValue: 0,
    cashPnl: fromMicros(row.realizedMicros),
    percentPnl: percent(row.realizedMicros, row.boughtMicros),
    totalBought: fromMicros(row.acquiredMicros),
    realizedPnl: fromMicros(row.realizedMicros),
    percentRealizedPnl: percent(row.realizedMicros, row.boughtMicros),
    curPrice: fromMicros(markMicros(row)),
    redeemable: false,
    mergeable: false,
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    eventId: row.eventId,
    eventSlug: row.eventSlug,
    outcome: outcome === 0 ? row.outcome0 : row.outcome1,
    outcomeIndex: outcome,
    oppositeOutcome: outcome === 0 ? row.outcome1 : row.outcome0,
    oppositeAsset: assetOf(conditionId, 1 - outcome),
    timestamp: unixSeconds(row.changedAt),
    endDate: row.endDate,
  };
}

function markMicros({ mark0HalfPips, outcome }: PositionRead): number {
  return outcomeMarkMicros(mark0HalfPips, outcome);
}
