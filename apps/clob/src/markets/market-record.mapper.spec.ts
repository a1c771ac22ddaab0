import { BookView } from '../book-views/book-view';
import { MARKET, MARKET_FEE, MARKET_IN_LIST, SIMPLIFIED_MARKET } from '../testing/interface-tables';
import { listedMarket, marketEntry } from '../testing/market-entry';
import { shapeFaults } from '../testing/shape-table';
import { marketListRecord, marketRecord, simplifiedMarketRecord } from './market-record.mapper';

const full = {
  gameStartTime: '2026-12-24T20:00:00.000Z',
  rewardsRates: [{ assetAddress: '0x2', dailyRateMicros: 1_500_000 }],
  rewardsMinSizeMicros: 20_000_000,
  rewardsMaxSpreadPips: 350,
};
const record = marketRecord(listedMarket(full, 1_735_689_600_000), marketEntry({ event: { feeRateBps: 700 } }), new BookView());

describe('a market record', () => {
  it('has every promised field, its list form all but seven, its simplified form fourteen', () => {
    expect(shapeFaults(record, { ...MARKET, ...MARKET_FEE })).toEqual([]);
    expect(shapeFaults(marketListRecord(record), { ...MARKET_IN_LIST, ...MARKET_FEE })).toEqual([]);
    expect(shapeFaults(simplifiedMarketRecord(record), SIMPLIFIED_MARKET)).toEqual([]);
  });

  it('of a market without a fee has no schedule and the base fee 0', () => {
    expect(marketRecord(listedMarket(full), marketEntry(), new BookView())).toMatchObject({
      taker_base_fee: 0,
      fee_schedule: null,
    });
  });

  it('speaks in shares, prices, cents, dollars a day and seconds', () => {
    const entry = marketEntry({
      event: { tickPips: 25, minimumSizeMicros: 15_500_000, secondsDelay: 3, feeRateBps: 70, feeExponent: 2 },
    });
    expect(marketRecord(listedMarket(full), entry, new BookView())).toMatchObject({
      minimum_tick_size: 0.0025,
      minimum_order_size: 15.5,
      seconds_delay: 3,
      maker_base_fee: 0,
      taker_base_fee: 1000,
      fee_schedule: { rate: 0.007, exponent: 2, taker_only: true },
      rewards: { rates: [{ asset_address: '0x2', rewards_daily_rate: 1.5 }], min_size: 20, max_spread: 3.5 },
    });
  });

  it.each([
    ['active', false, { accepting_orders: true, closed: false }],
    ['paused', false, { accepting_orders: false, closed: false }],
    ['closed', false, { accepting_orders: false, closed: true }],
    ['resolved', false, { accepting_orders: false, closed: true }],
    ['paused', true, { accepting_orders: false, closed: true }],
  ] as const)('of status %s, closed in the catalog %s, is %j', (status, closed, expected) => {
    expect(marketRecord(listedMarket({ closed }), marketEntry({ row: { status } }), new BookView())).toMatchObject({
      status,
      ...expected,
    });
  });

  it.each([
    ['outcome0', false, [true, false], [1, 0]],
    ['outcome1', false, [false, true], [0, 1]],
    ['half', true, [false, false], [0.5, 0.5]],
  ] as const)('resolved to %s marks the winner and the payout', (resolution, isHalf, winners, prices) => {
    const resolved = marketRecord(listedMarket(), marketEntry({ row: { resolution, status: 'resolved' } }), new BookView());
    expect([
      resolved.is_50_50_outcome,
      resolved.tokens.map(({ winner }) => winner),
      resolved.tokens.map(({ price }) => price),
    ]).toEqual([isHalf, winners, prices]);
  });
});
