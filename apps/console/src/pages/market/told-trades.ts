import type { LastTradePriceMessage, V2Trade } from '@foretell/contracts';

/**
 * Trades that the stream told and the record does not show yet, newest first. A trade is told once for each token that it moved;
 * here it counts once, as seen from the first of them.
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
