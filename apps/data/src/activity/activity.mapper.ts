import { BOTH_OUTCOMES, type ActivityItem, type DataTrade } from '@foretell/contracts';
import { person } from '../profiles/profile.columns';
import { assetOf, fromMicros, unixSeconds } from '../wire/json-numbers';
import type { ActivityRead } from './activity.query';

/*
 * Both forms list their fields one by one. Spreading an object and adding fields costs ten times as much, and a page has
 * hundreds.
 */

export function toActivityItem(row: ActivityRead): ActivityItem {
  const { conditionId, outcome } = row;
  const { name, pseudonym, bio, profileImage, profileImageOptimized } = person(row.address, row);
  return {
    proxyWallet: row.address,
    timestamp: unixSeconds(row.at),
    conditionId,
    type: row.type,
    size: fromMicros(row.sizeMicros),
    usdcSize: fromMicros(row.usdcMicros),
    transactionHash: row.transactionHash,
    price: fromMicros(row.priceMicros),
    asset: outcome === null ? '' : assetOf(conditionId, outcome),
    side: row.side ?? '',
    outcomeIndex: outcome ?? BOTH_OUTCOMES,
    title: row.title ?? '',
    slug: row.slug ?? '',
    icon: row.icon ?? '',
    eventSlug: row.eventSlug ?? '',
    outcome: (outcome === null ? null : outcome === 0 ? row.outcome0 : row.outcome1) ?? '',
    name,
    pseudonym,
    bio,
    profileImage,
    profileImageOptimized,
  };
}

/** A trade's row is its activity without the type. */
export function toDataTrade(row: ActivityRead): DataTrade {
  const { conditionId, outcome, side } = row;
  if (side === null || outcome === null) throw new Error('a trade without side or outcome');
  const { name, pseudonym, bio, profileImage, profileImageOptimized } = person(row.address, row);
  return {
    proxyWallet: row.address,
    side,
    asset: assetOf(conditionId, outcome),
    conditionId,
    size: fromMicros(row.sizeMicros),
    usdcSize: fromMicros(row.usdcMicros),
    price: fromMicros(row.priceMicros),
    timestamp: unixSeconds(row.at),
    title: row.title ?? '',
    slug: row.slug ?? '',
    icon: row.icon ?? '',
    eventSlug: row.eventSlug ?? '',
    outcome: (outcome === 0 ? row.outcome0 : row.outcome1) ?? '',
    outcomeIndex: outcome,
    name,
    pseudonym,
    bio,
    profileImage,
    profileImageOptimized,
    transactionHash: row.transactionHash,
  };
}
