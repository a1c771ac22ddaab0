import type { ClosedPosition, PositionItem } from '@foretell/contracts';
import { averagePriceMicros } from '../projections/activity';
import { outcomeMarkHalfPips, valueMicros } from '../projections/mark';
import { assetOf, fromMicros, percent, unixSeconds } from '../wire/json-numbers';
import type { PositionRead } from './position.columns';

const MICROS_PER_HALF_PIP = 50;

/** A position held: what its shares cost and are worth now. */
export function toPositionItem(row: PositionRead): PositionItem {
  const currentMicros = valueMicros(row.sizeMicros, row.mark0HalfPips, row.outcome);
  const gainedMicros = currentMicros - row.costMicros;
  return {
    ...marketSide(row),
    size: fromMicros(row.sizeMicros),
    avgPrice: fromMicros(averagePriceMicros(row.costMicros, row.sizeMicros)),
    initialValue: fromMicros(row.costMicros),
    currentValue: fromMicros(currentMicros),
    cashPnl: fromMicros(gainedMicros),
    percentPnl: percent(gainedMicros, row.costMicros),
    redeemable: row.isResolved && markMicros(row) > 0,
    mergeable: row.oppositeMicros > 0,
    negativeRisk: row.negRisk ?? false,
  };
}

/** A position given away: what it was and what came of it. */
export function toClosedPosition(row: PositionRead): ClosedPosition {
  return {
    ...marketSide(row),
    size: fromMicros(row.acquiredMicros),
    avgPrice: fromMicros(averagePriceMicros(row.boughtMicros, row.acquiredMicros)),
    initialValue: fromMicros(row.boughtMicros),
    currentValue: 0,
    cashPnl: fromMicros(row.realizedMicros),
    percentPnl: percent(row.realizedMicros, row.boughtMicros),
    redeemable: false,
    mergeable: false,
  };
}

type Figures = 'size' | 'avgPrice' | 'initialValue' | 'currentValue' | 'cashPnl' | 'percentPnl' | 'redeemable' | 'mergeable';

/** What open and closed positions say alike. */
function marketSide(row: PositionRead): Omit<ClosedPosition, Figures> {
  const { conditionId, outcome } = row;
  const [own, opposite] = outcome === 0 ? [row.outcome0, row.outcome1] : [row.outcome1, row.outcome0];
  return {
    proxyWallet: row.address,
    asset: assetOf(conditionId, outcome),
    conditionId,
    totalBought: fromMicros(row.boughtMicros),
    realizedPnl: fromMicros(row.realizedMicros),
    percentRealizedPnl: percent(row.realizedMicros, row.boughtMicros),
    curPrice: fromMicros(markMicros(row)),
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    eventSlug: row.eventSlug,
    outcome: own,
    outcomeIndex: outcome,
    oppositeOutcome: opposite,
    oppositeAsset: assetOf(conditionId, 1 - outcome),
    timestamp: unixSeconds(row.changedAt),
    endDate: row.endDate,
  };
}

function markMicros({ mark0HalfPips, outcome }: PositionRead): number {
  return outcomeMarkHalfPips(mark0HalfPips, outcome) * MICROS_PER_HALF_PIP;
}
