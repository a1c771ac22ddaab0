import type { BuilderTradeRecord } from '@foretell/contracts';
import { costCeil, costFloor, formatMicros, formatPips, pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import type { MarketEntry } from '../market-directory/market-directory';
import { averagePrice } from './trade.mapper';
import type { AttributedTrade } from './trades.query';

/** Builder trades of one execution in the public format: the taker's, and one for each maker order with the code. */
export function builderTradeRecords(row: AttributedTrade, market: MarketEntry, builder: string): readonly BuilderTradeRecord[] {
  const makers = row.fills.filter((fill) => fill.builder === builder);
  const taker = row.builder === builder ? [takerRecord(row, market)] : [];
  return [...taker, ...makers.map((fill) => makerRecord(row, fill, market, builder))];
}

/** Source: protocol 9.5. */
function takerRecord(row: AttributedTrade, market: MarketEntry): BuilderTradeRecord {
  const fee = formatMicros(usdcMicros(row.feeMicros));
  return {
    ...shared(row),
    tradeType: 'TAKER',
    builder: row.builder,
    assetId: market.tokenIds[row.takerOutcome],
    side: row.takerSide,
    size: formatMicros(sizeMicros(row.sizeMicros)),
    sizeUsdc: formatMicros(usdcMicros(row.usdcMicros)),
    price: averagePrice(row),
    outcome: market.outcomes[row.takerOutcome],
    outcomeIndex: row.takerOutcome,
    owner: row.takerOwner,
    maker: row.takerWallet,
    fee,
    feeUsdc: fee,
  };
}

/** Makers pay no fee. */
function makerRecord(
  row: AttributedTrade,
  fill: AttributedTrade['fills'][number],
  market: MarketEntry,
  builder: string,
): BuilderTradeRecord {
  const [size, price] = [sizeMicros(fill.sizeMicros), pricePips(fill.pricePips)];
  // Rounded like the ledger: up for the payer, down for the receiver.
  const usdc = fill.side === 'BUY' ? costCeil(size, price) : costFloor(size, price);
  return {
    ...shared(row),
    tradeType: 'MAKER',
    builder,
    assetId: market.tokenIds[fill.outcome],
    side: fill.side,
    size: formatMicros(size),
    sizeUsdc: formatMicros(usdc),
    price: formatPips(price),
    outcome: market.outcomes[fill.outcome],
    outcomeIndex: fill.outcome,
    owner: fill.owner,
    maker: fill.wallet,
    fee: '0',
    feeUsdc: '0',
  };
}

function shared(row: AttributedTrade) {
  const at = new Date(row.matchedAt).toISOString();
  return {
    id: row.id,
    takerOrderHash: row.takerOrderId,
    market: row.conditionId,
    status: 'CONFIRMED',
    transactionHash: row.transactionHash,
    matchTime: String(Math.floor(row.matchedAt / 1_000)),
    bucketIndex: 0,
    createdAt: at,
    updatedAt: at,
  };
}
