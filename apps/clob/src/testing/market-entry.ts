import type { CatalogMarketV2 } from '@foretell/contracts';
import type { MarketRow } from '@foretell/exchange';
import { sizeMicros, usdcMicros } from '@foretell/units';
import { listingOf, type Listing } from '../market-directory/listing';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import type { ListedMarket } from '../markets/market-record.query';
import { catalogMarket } from './catalog-market';

/** The listing of an event; throws for one that gets no order book. */
export function listingFor(event: CatalogMarketV2): Listing {
  const listing = listingOf(event);
  if (listing === null) throw new Error('such a market gets no order book');
  return listing;
}

/** A market of the directory, for tests. */
export function marketEntry(
  more: { readonly event?: Partial<CatalogMarketV2>; readonly row?: Partial<MarketRow> } = {},
): MarketEntry {
  const listing = listingFor(catalogMarket(1, more.event));
  const row: MarketRow = {
    conditionId: listing.conditionId,
    ...listing.catalogTerms,
    status: 'active',
    resolution: null,
    collateralMicros: usdcMicros(0),
    supply0Micros: sizeMicros(0),
    supply1Micros: sizeMicros(0),
    lastTradePips: null,
    proposal: null,
    ...more.row,
  };
  const directory = new MarketDirectory();
  directory.advance([listing], [row]);
  const entry = directory.byCondition(listing.conditionId);
  if (entry === undefined) throw new Error('not listed');
  return entry;
}

export function listedMarket(more: Partial<CatalogMarketV2> = {}, acceptingSince: number | null = null): ListedMarket {
  return { ...listingFor(catalogMarket(1, more)), acceptingSince };
}
