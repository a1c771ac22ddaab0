import type { V2Activity, V2Holders, V2LeaderboardEntry, V2Position, V2Trade, LeaderboardEntry } from '@foretell/contracts';
import { toActivityItem } from '../activity/activity.mapper';
import { toHoldersItems } from '../holders/holders.mapper';
import type { HolderRead } from '../holders/holders.query';
import type { PositionRead } from '../positions/position.columns';
import { toClosedPosition, toPositionItem } from '../positions/positions.mapper';
import { dayOf } from './named';
import type { PlacedActivity } from './rows.query';
import type { TokenNamer } from './token-names.query';

/* Maps the results of the other paths to the names and snake case of /v2, so that both agree. */

export function toV2Trade(row: PlacedActivity, nameOf: TokenNamer): V2Trade {
  const item = toActivityItem(row);
  return {
    id: `${row.sequence}-${row.part}`,
    proxy_wallet: item.proxyWallet,
    condition_id: item.conditionId,
    token_id: row.outcome === null ? '' : nameOf(item.conditionId, row.outcome),
    timestamp: item.timestamp,
    transaction_hash: item.transactionHash,
    size: item.size,
    usdc_size: item.usdcSize,
    price: item.price,
    side: row.side,
    outcome_index: row.outcome,
    outcome: item.outcome === '' ? null : item.outcome,
    title: row.title,
    slug: row.slug,
    icon: row.icon,
    event_slug: row.eventSlug,
    name: item.name,
    pseudonym: item.pseudonym,
    bio: item.bio,
    profile_image: item.profileImage,
    profile_image_optimized: item.profileImageOptimized,
  };
}

export function toV2Activity(row: PlacedActivity, nameOf: TokenNamer): V2Activity {
  return { type: row.type, is_combo: false, ...toV2Trade(row, nameOf) };
}

export function toV2Position(row: PositionRead, nameOf: TokenNamer): V2Position {
  const isClosed = row.sizeMicros === 0;
  const item = isClosed ? toClosedPosition(row) : toPositionItem(row);
  const held = isClosed ? 0 : item.size;
  const unrealized = isClosed ? 0 : item.cashPnl;
  return {
    proxy_wallet: item.proxyWallet,
    token_id: nameOf(item.conditionId, item.outcomeIndex),
    condition_id: item.conditionId,
    current_size: held,
    avg_price: item.avgPrice,
    entry_cost_usdc: item.initialValue,
    entry_fees_usdc: 0,
    total_cost_usdc: item.initialValue,
    current_price: item.curPrice,
    current_value: item.currentValue,
    total_size: item.totalBought,
    realized_pnl: item.realizedPnl,
    unrealized_pnl: unrealized,
    total_pnl: fromTwo(item.realizedPnl, unrealized),
    percent_pnl: item.percentPnl,
    percent_realized_pnl: item.percentRealizedPnl,
    status: isClosed ? 'CLOSED' : item.redeemable ? 'REDEEMABLE' : 'OPEN',
    redeemable: item.redeemable,
    mergeable: item.mergeable,
    negative_risk: row.negRisk ?? false,
    archived: false,
    verified: false,
    title: item.title,
    slug: item.slug,
    icon: item.icon,
    event_id: item.eventId,
    event_slug: item.eventSlug,
    outcome: item.outcome,
    outcome_index: item.outcomeIndex,
    opposite_outcome: item.oppositeOutcome,
    opposite_token_id: nameOf(item.conditionId, 1 - item.outcomeIndex),
    end_date: dayOf(item.endDate),
    last_event_at: item.timestamp,
  };
}

/** The exact sum of two JSON numbers of integer micros. */
function fromTwo(one: number, other: number): number {
  return (Math.round(one * 1_000_000) + Math.round(other * 1_000_000)) / 1_000_000;
}

export function toV2Holders(rows: readonly HolderRead[], nameOf: TokenNamer): V2Holders[] {
  return toHoldersItems(rows, nameOf).map(({ token: tokenId, holders }) => {
    return {
      token_id: tokenId,
      holders: holders.map((holder) => ({
        proxy_wallet: holder.proxyWallet,
        token_id: tokenId,
        amount: holder.amount,
        outcome_index: holder.outcomeIndex,
        display_username_public: holder.displayUsernamePublic,
        verified: false,
        name: holder.name,
        pseudonym: holder.pseudonym,
        bio: holder.bio,
        profile_image: holder.profileImage,
        profile_image_optimized: holder.profileImageOptimized,
      })),
    };
  });
}

export function toV2Trader(entry: LeaderboardEntry): V2LeaderboardEntry {
  return {
    rank: Number(entry.rank),
    user_id: entry.proxyWallet,
    pnl: entry.pnl,
    volume: entry.vol,
    user_name: entry.userName,
    profile_image: entry.profileImage,
    x_username: entry.xUsername,
    verified: entry.verifiedBadge ?? false,
  };
}
