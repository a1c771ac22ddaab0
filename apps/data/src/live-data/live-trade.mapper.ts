import type { LiveTrade } from '@foretell/contracts';
import { person } from '../profiles/profile.columns';
import { assetOf, fromMicros, unixSeconds } from '../wire/json-numbers';
import type { FedTrade } from './activity-feed.query';

/** Fields in the order of the published description. */
export function toLiveTrade(row: FedTrade): LiveTrade {
  const { conditionId, outcome, side } = row;
  if (side === null || outcome === null) throw new Error('a trade without side or outcome');
  const { name, pseudonym, bio, profileImage } = person(row.address, row);
  const tokenId = (outcome === 0 ? row.token0Id : row.token1Id) ?? '';
  return {
    asset: tokenId === '' ? assetOf(conditionId, outcome) : tokenId,
    bio,
    conditionId,
    eventSlug: row.eventSlug ?? '',
    icon: row.icon ?? '',
    name,
    outcome: (outcome === 0 ? row.outcome0 : row.outcome1) ?? '',
    outcomeIndex: outcome,
    price: fromMicros(row.priceMicros),
    profileImage,
    proxyWallet: row.address,
    pseudonym,
    side,
    size: fromMicros(row.sizeMicros),
    slug: row.slug ?? '',
    timestamp: unixSeconds(row.at),
    title: row.title ?? '',
    transactionHash: row.transactionHash,
  };
}
