import type { LastTradePriceMessage, V2Trade } from '@foretell/contracts';
import { notYetRecorded } from './told-trades';

function told(sequence: number, hash: string, tokenId: string): LastTradePriceMessage {
  return {
    event_type: 'last_trade_price',
    market: '0x',
    asset_id: tokenId,
    price: '0.4',
    side: 'BUY',
    size: '5',
    fee_rate_bps: '0',
    transaction_hash: hash,
    timestamp: '1',
    sequence,
    lineage: '1'.repeat(16),
    previous: sequence - 1,
  };
}

describe('notYetRecorded', () => {
  it('leaves out trades that the data service returned, and counts a trade of both tokens once', () => {
    const recorded: Pick<V2Trade, 'transaction_hash'>[] = [{ transaction_hash: 'a' }];
    const trades = [told(3, 'c', 'no'), told(3, 'c', 'yes'), told(2, 'b', 'yes'), told(1, 'a', 'yes')];
    const left = notYetRecorded(trades, recorded as V2Trade[], ['yes', 'no']);
    expect(left.map(({ transaction_hash: hash, asset_id: token }) => [hash, token])).toEqual([
      ['c', 'yes'],
      ['b', 'yes'],
    ]);
  });
});
