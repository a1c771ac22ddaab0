import type { TradingClient } from '@foretell/client';
import type { KnownValues } from '@foretell/testing';
import type { OpenMarket } from '../reads';
import type { World } from '../world';

const SOME = { limit: 4 };

/** Existing values of the services, by parameter and field name, so that requests pass the first lookup. */
export async function knownTo(
  { catalog }: World,
  markets: readonly OpenMarket[],
  traders: readonly TradingClient[],
): Promise<KnownValues> {
  const tokens = markets.flatMap(({ tokenIds }) => tokenIds);
  const conditions = markets.map(({ conditionId }) => conditionId);
  const addresses = traders.map(({ wallet }) => wallet.checksummedAddress);
  const [events, listed, tags, series] = await Promise.all([
    catalog.events(SOME),
    catalog.markets(SOME),
    catalog.tags(SOME),
    catalog.allSeries(SOME),
  ]);
  const all = [...events, ...listed, ...tags, ...series];
  return {
    token_id: tokens,
    tokenId: tokens,
    token_ids: [tokens.join(',')],
    asset_id: tokens,
    tokenID: tokens,
    market: [...conditions, ...tokens],
    markets: [tokens],
    conditionId: conditions,
    condition_id: conditions,
    id: all.map(({ id }) => id),
    slug: all.map(({ slug }) => slug),
    tag_id: tags.map(({ id }) => id),
    tag_slug: tags.map(({ slug }) => slug),
    event_id: events.map(({ id }) => id),
    event_slug: events.map(({ slug }) => slug),
    series_slug: series.map(({ slug }) => slug),
    user: addresses,
    address: addresses,
    maker_address: addresses,
    q: ['a', 'the', 'who will win'],
  };
}
