import * as fc from 'fast-check';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { marketEntry } from '../testing/market-entry';
import { averagePrice, tradeRecord } from './trade.mapper';
import type { FillRow, TradeRow } from './trades.query';

const market = marketEntry({ event: { outcomes: ['Up', 'Down'] } });
const fill = (more: Partial<FillRow> = {}): FillRow => ({
  orderId: 'm1',
  wallet: 'maker',
  owner: 'maker-key',
  outcome: 0,
  side: 'SELL',
  pricePips: 4_000,
  sizeMicros: 10_000_000,
  ...more,
});
const row = (fills: readonly FillRow[], more: Partial<TradeRow> = {}): TradeRow => ({
  tradeNumber: 1,
  id: 'T',
  matchedAt: 1_735_689_600_999,
  conditionId: market.conditionId,
  takerOrderId: 'o',
  takerWallet: 'taker',
  takerOwner: 'taker-key',
  takerOutcome: 0,
  takerSide: 'BUY',
  sizeMicros: fills.reduce((sum, each) => sum + each.sizeMicros, 0),
  usdcMicros: 4_000_000,
  feeMicros: 0,
  feeRateBps: 700,
  builder: '0x0',
  transactionHash: '0xh',
  fills,
  ...more,
});

describe('a trade record', () => {
  it("has the taker's fields, and each maker's own", () => {
    expect(
      tradeRecord(
        row([fill(), fill({ orderId: 'm2', outcome: 1, side: 'BUY', pricePips: 5_500, sizeMicros: 5_000_000 })]),
        market,
        ['taker'],
        RESPONSE_FORMATS.service,
      ),
    ).toEqual({
      id: 'T',
      taker_order_id: 'o',
      market: market.conditionId,
      asset_id: market.tokenIds[0],
      side: 'BUY',
      size: '15',
      fee_rate_bps: '700',
      price: '0.416667',
      status: 'CONFIRMED',
      match_time: '2025-01-01T00:00:00.999Z',
      last_update: '2025-01-01T00:00:00.999Z',
      outcome: 'Up',
      maker_address: 'taker',
      owner: 'taker-key',
      transaction_hash: '0xh',
      bucket_index: 0,
      maker_orders: [
        {
          order_id: 'm1',
          maker_address: 'maker',
          owner: 'maker-key',
          matched_amount: '10',
          fee_rate_bps: '0',
          price: '0.4',
          asset_id: market.tokenIds[0],
          outcome: 'Up',
          side: 'SELL',
        },
        {
          order_id: 'm2',
          maker_address: 'maker',
          owner: 'maker-key',
          matched_amount: '5',
          fee_rate_bps: '0',
          price: '0.55',
          asset_id: market.tokenIds[1],
          outcome: 'Down',
          side: 'BUY',
        },
      ],
      type: 'TAKER',
    });
  });

  it("is shown from the caller's side, with times in the caller's format", () => {
    expect(tradeRecord(row([fill()]), market, ['maker'], RESPONSE_FORMATS.public)).toMatchObject({
      trader_side: 'MAKER',
      match_time: '1735689600',
      last_update: '1735689600',
    });
  });

  it('has the exact price when one price was met, in either outcome', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999 }),
        fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 5 }),
        (pips, parts) => {
          const same = row(
            parts.map((sizeMicros, index) =>
              fill({ sizeMicros, outcome: index % 2 === 0 ? 0 : 1, pricePips: index % 2 === 0 ? pips : 10_000 - pips }),
            ),
          );
          expect(Number(averagePrice(same))).toBe(pips / 10_000);
        },
      ),
    );
  });

  it('has a price between the best and the worst that were met', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 10 ** 14 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (pairs) => {
        const price = Number(averagePrice(row(pairs.map(([pricePips, sizeMicros]) => fill({ pricePips, sizeMicros })))));
        const prices = pairs.map(([pips]) => pips / 10_000);
        expect(price).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(price).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });
});
