import type { LastTradePriceMessage, V2Trade } from '@foretell/contracts';

/**
 * Trades of the stream that the data service does not return yet, newest first. The stream sends a trade once for each of its
 * tokens; it counts once here, with the first of them.
 */
export function notYetRecorded(
  told: readonly LastTradePriceMessage[],
  recorded: readonly V2Trade[],
  tokenIds: readonly string[],
): readonly LastTradePriceMessage[] {
  const known = new Set(recorded.map(({ transaction_hash: hash }) => hash));
  const inOrder = [...told].sort((one, other) => tokenIds.indexOf(one.asset_id) - tokenIds.indexOf(other.asset_id));
  const first = new Map<string, LastTradePriceMessage>();
  for (const trade of inOrder) {
    if (!known.has(trade.transaction_hash) && !first.has(trade.transaction_hash)) first.set(trade.transaction_hash, trade);
  }
  return [...first.values()].sort((one, other) => other.sequence - one.sequence);
}
