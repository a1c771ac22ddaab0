import type { ActivityItem } from '@foretell/contracts';
import { person } from '../profiles/profile.columns';
import { assetOf, fromMicros, unixSeconds } from '../wire/json-numbers';
import type { ActivityRead } from './activity.query';

export function toActivityItem(row: ActivityRead): ActivityItem {
  const { conditionId, outcome } = row;
  return {
    proxyWallet: row.address,
    timestamp: unixSeconds(row.at),
    conditionId,
    type: row.type,
    size: fromMicros(row.sizeMicros),
    usdcSize: fromMicros(row.usdcMicros),
    transactionHash: row.transactionHash,
    price: fromMicros(row.priceMicros),
    asset: outcome === null ? null : assetOf(conditionId, outcome),
    side: row.side,
    outcomeIndex: outcome,
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    eventSlug: row.eventSlug,
    outcome: outcome === null ? null : outcome === 0 ? row.outcome0 : row.outcome1,
    ...person(row.address, row),
  };
}
