import * as fc from 'fast-check';
import type { PlaceOrderItem } from '@foretell/contracts';
import { flagBit } from '@foretell/exchange';
import { TICKS_PIPS, costCeil, pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import { address } from '@foretell/signing';
import { marketEntry } from '../testing/market-entry';
import { parseOrder, type ParsedOrder } from './order-parser';
import { placementOf } from './order-terms';

const ID = `0x${'1'.repeat(64)}`;
const WALLET = address(`0x${'a'.repeat(40)}`);

interface Terms {
  readonly collateral: number;
  readonly shares: number;
  readonly orderType?: PlaceOrderItem['orderType'];
  readonly side?: 'BUY' | 'SELL';
  readonly tickPips?: number;
  readonly postOnly?: boolean;
  readonly outcome?: 0 | 1;
}

function order({
  collateral,
  shares,
  orderType = 'GTC',
  side = 'BUY',
  tickPips = 100,
  postOnly,
  outcome = 0,
}: Terms): ParsedOrder {
  const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, shares] : [shares, collateral];
  const entry = marketEntry({ event: { tickPips } });
  const signed = {
    tokenId: entry.tokenIds[outcome],
    maker: WALLET,
    signer: WALLET,
    salt: 1,
    signatureType: 0,
    signature: '0x',
    timestamp: '1',
  };
  const expiration = orderType === 'GTD' ? { expiration: '1800000000' } : {};
  const item: PlaceOrderItem = {
    order: { ...signed, ...expiration, makerAmount: String(makerAmount), takerAmount: String(takerAmount), side },
    orderType,
    owner: 'key',
    ...(postOnly === undefined ? {} : { postOnly }),
  };
  const parsed = parseOrder(item, { entry, outcome });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}
const placed = (terms: Terms) => placementOf(ID, order(terms));

describe('the price of an order from its amounts', () => {
  it('makes the command that places it', () => {
    expect(placed({ collateral: 4_200_000, shares: 10_000_000, orderType: 'GTD', outcome: 1, postOnly: true })).toMatchObject({
      price: '0.42',
      command: {
        type: 'placeOrder',
        orderId: ID,
        wallet: WALLET,
        outcome: 1,
        side: 'BUY',
        orderType: 'GTD',
        pricePips: 4_200,
        sizeMicros: 10_000_000,
        budgetMicros: null,
        flags: flagBit('postOnly'),
        expiresAt: 1_800_000_000_000,
      },
    });
  });

  it('leaves the tick of a limit order to the exchange, but not a fraction of a pip', () => {
    expect(placed({ collateral: 4_201_000, shares: 10_000_000 })).toMatchObject({ price: '0.4201' });
    expect(placed({ collateral: 4_200_010, shares: 10_000_000 })).toMatchObject({
      code: 'price_off_tick',
      details: { price: '0.420001', tick: '0.01', nearest: '0.42' },
    });
  });

  it.each([
    [{ collateral: 10_000_000, shares: 23_809_500, orderType: 'FOK', side: 'BUY' } as const, 4_200, 10_000_000],
    [{ collateral: 10_000_000, shares: 23_809_500, orderType: 'FAK', side: 'BUY' } as const, 4_200, 10_000_000],
    [{ collateral: 4_200_000, shares: 10_000_000, orderType: 'FOK', side: 'SELL' } as const, 4_200, null],
  ])('rounds %j to the nearest tick, and a BUY is bounded by its dollars', (terms, pips, budgetMicros) => {
    expect(placed(terms)).toMatchObject({ command: { pricePips: pips, budgetMicros } });
  });

  it.each([
    [{ collateral: 10_000_000, shares: 10_000_000 }, '1', '0.99'],
    [{ collateral: 20_000_000, shares: 1 }, 'more than 1000', '0.99'],
    [{ collateral: 1, shares: 1_000_000_000 }, '0', '0.01'],
  ])('returns for %j the price that it states and the nearest bound', (terms, price, nearest) => {
    expect(placed(terms)).toMatchObject({ code: 'price_off_tick', details: { price, nearest } });
  });

  it('finds the price of every limit order that states a whole number of pips', () => {
    const tick = fc.constantFrom(...TICKS_PIPS);
    fc.assert(
      fc.property(
        tick,
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        (tickPips, pips, hundredths) => {
          const shares = sizeMicros(hundredths * 10_000);
          const collateral = costCeil(shares, pricePips(pips));
          expect(placed({ collateral: usdcMicros(collateral), shares, tickPips })).toMatchObject({
            command: { pricePips: pips, sizeMicros: shares },
          });
        },
      ),
    );
  });
});
