import type { TradeMessage, UserStreamMessage } from '@foretell/contracts';
import { fillsOf } from './fill-words';

type MakerOrder = TradeMessage['maker_orders'][number];

const [MAKER, TAKER] = ['0xAa01', '0xbb02'];

const filled = (fields: Partial<MakerOrder> = {}): MakerOrder => ({
  order_id: 'm1',
  maker_address: MAKER.toLowerCase(),
  owner: 'key',
  matched_amount: '10',
  fee_rate_bps: '0',
  price: '0.42',
  asset_id: '71',
  outcome: 'Yes',
  side: 'SELL',
  ...fields,
});

const trade = (makerOrders: readonly MakerOrder[], fields: Partial<TradeMessage> = {}): UserStreamMessage => ({
  event_type: 'trade',
  type: 'TRADE',
  status: 'MATCHED',
  id: 't1',
  taker_order_id: 'o1',
  market: '0xcc',
  asset_id: '71',
  side: 'BUY',
  size: '10',
  fee_rate_bps: '0',
  price: '0.42',
  match_time: '1',
  last_update: '1',
  outcome: 'Yes',
  maker_address: TAKER,
  owner: 'other',
  transaction_hash: '0x1',
  bucket_index: 0,
  maker_orders: makerOrders,
  trade_owner: 'other',
  timestamp: '1',
  sequence: 1,
  lineage: '1'.repeat(16),
  previous: 0,
  ...fields,
});

describe('fillsOf', () => {
  it('says what was sold or bought, and at which price', () => {
    expect(fillsOf([trade([filled()])], MAKER)).toEqual([{ conditionId: '0xcc', words: 'you sold 10 Yes at 42¢' }]);
    const bid = filled({ side: 'BUY', outcome: 'No', matched_amount: '1234.5', price: '0.425' });
    expect(fillsOf([trade([bid])], MAKER).map(({ words }) => words)).toEqual(['you bought 1,234.5 No at 42.5¢']);
  });

  it('adds up the orders of an outcome and side, over several trades', () => {
    const second = trade([filled({ price: '0.45', matched_amount: '20.25' })], { id: 't2' });
    const other = trade([filled({ asset_id: '72', outcome: 'No', side: 'BUY' })], { id: 't3' });
    expect(fillsOf([trade([filled()]), second, other], MAKER).map(({ words }) => words)).toEqual([
      'you sold 30.25 Yes at 42¢ to 45¢',
      'you bought 10 No at 42¢',
    ]);
  });

  it('counts a trade once, and leaves out orders of others and what the wallet took', () => {
    expect(fillsOf([trade([filled()], { status: 'CONFIRMED' })], MAKER)).toEqual([]);
    expect(fillsOf([trade([filled({ maker_address: '0xdd' })])], MAKER)).toEqual([]);
    expect(fillsOf([trade([filled()], { maker_address: MAKER })], MAKER)).toEqual([]);
  });
});
