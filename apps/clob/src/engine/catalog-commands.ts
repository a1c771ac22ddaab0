import type { CatalogMarketV2 } from '@foretell/contracts';
import { isOver, type Listing } from '../market-directory/listing';
import type { MarketEntry } from '../market-directory/market-directory';
import type { CommandDraft } from './submission';

/** Commands that open a market as the catalog describes it: open, closed or settled. */
export function openingCommands(event: CatalogMarketV2, { conditionId, catalogTerms }: Listing): CommandDraft[] {
  const open = { type: 'openMarket', conditionId, ...catalogTerms } as const;
  // The market never accepts orders, even if the two commands are committed separately.
  if (event.result !== undefined)
    return [
      { ...open, acceptingOrders: false },
      { type: 'resolveMarket', conditionId, resolution: event.result, unheldOnly: true },
    ];
  return isOver(event) ? [open, { type: 'closeMarket', conditionId }] : [open];
}

/**
 * Commands that bring an existing market to the catalog's current description. Where direct resolution is forbidden, a result
 * only closes the market: it is to be proposed. The last command is one that is never rejected, because it carries the listing.
 */
export function changeCommands(
  event: CatalogMarketV2,
  listing: Listing,
  known: MarketEntry,
  isDirectAllowed: boolean,
): CommandDraft[] {
  return [...commandsFor(event, listing, known, isDirectAllowed), { type: 'advanceTime' }];
}

function commandsFor(
  event: CatalogMarketV2,
  { conditionId, catalogTerms }: Listing,
  known: MarketEntry,
  isDirectAllowed: boolean,
): CommandDraft[] {
  const commands: CommandDraft[] = [];
  if (known.market.status === 'resolved') return commands;
  if (event.result !== undefined && known.market.collateralMicros === 0 && isDirectAllowed)
    return [{ type: 'resolveMarket', conditionId, resolution: event.result, unheldOnly: true }];
  if ((isOver(event) || event.result !== undefined) && known.market.status !== 'closed')
    commands.push({ type: 'closeMarket', conditionId });
  else if (known.catalogTerms.acceptingOrders && !catalogTerms.acceptingOrders)
    commands.push({ type: 'pauseMarket', conditionId });
  else if (!known.catalogTerms.acceptingOrders && catalogTerms.acceptingOrders)
    commands.push({ type: 'resumeMarket', conditionId });
  if (!sameTerms(known.catalogTerms, catalogTerms)) commands.push({ type: 'setMarketTerms', conditionId, ...catalogTerms });
  return commands;
}

function sameTerms(a: Listing['catalogTerms'], b: Listing['catalogTerms']): boolean {
  return (
    a.tickPips === b.tickPips &&
    a.minimumSizeMicros === b.minimumSizeMicros &&
    a.feeRateBps === b.feeRateBps &&
    a.feeExponent === b.feeExponent &&
    a.delayMillis === b.delayMillis
  );
}
