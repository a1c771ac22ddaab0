import type { MarketState } from '@foretell/contracts';
import type { Screen } from '../terminal/screen';
import { count } from '../terminal/figures';
import { pairs, right, shrinking, table } from '../terminal/table';
import { plainText } from '../terminal/width';

/** One line for each market: its state, and the slug that commands accept. */
export function marketTable(screen: Screen, markets: readonly MarketState[]): readonly string[] {
  return table(
    screen,
    ['STATUS', 'SLUG', shrinking('QUESTION'), right('BID'), right('ASK'), right('TICK'), right('ORDERS')],
    markets.map((market) => [
      statusWord(screen, market.status),
      plainText(market.slug),
      plainText(market.question),
      market.bestBid ?? '-',
      market.bestAsk ?? '-',
      market.tick,
      count(market.openOrders),
    ]),
  );
}

/** All fields of one market. */
export function marketSheet(screen: Screen, market: MarketState): readonly string[] {
  return [
    screen.paint.bold(plainText(market.question)),
    ...pairs(screen, [
      ['status', statusWord(screen, market.status)],
      ['slug', plainText(market.slug)],
      ['condition', market.conditionId],
      ...market.outcomes.map((outcome, index): [string, string] => [
        `token ${plainText(outcome)}`,
        market.tokenIds[index] ?? '-',
      ]),
      ['best bid / ask', `${market.bestBid ?? '-'} / ${market.bestAsk ?? '-'}`],
      ['tick', market.tick],
      ['minimum size', `${market.minimumSize} shares`],
      ['taker fee', takerFee(market)],
      ['delay', `${market.secondsDelay} s`],
      ['open orders', count(market.openOrders)],
      ['holds', `${market.collateral} USDC`],
      ...result(market),
    ]),
  ];
}

function result({ winner, sourceResult }: MarketState): [string, string][] {
  if (winner !== null) return [['winner', plainText(winner)]];
  return sourceResult === null ? [] : [['winner by its source', `${plainText(sourceResult)}; not resolved here yet`]];
}

/** Shown as a formula, because a rate is meaningless without its exponent. */
function takerFee({ feeRate, feeExponent }: MarketState): string {
  return feeRate === '0' ? 'none' : `shares x ${feeRate} x (p x (1 - p))^${feeExponent}`;
}

function statusWord({ paint }: Screen, status: MarketState['status']): string {
  switch (status) {
    case 'active':
      return paint.green(status);
    case 'paused':
      return paint.yellow(status);
    case 'closed':
    case 'resolved':
      return paint.dim(status);
  }
}
