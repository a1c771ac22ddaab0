import { MESSAGE_BYTES_MAX, packMessages } from '@foretell/contracts';
import { USUAL_BOUNDS, type Fill, type Trade } from '@foretell/exchange';
import { toEvents, type AlsoPublished } from '@foretell/platform-nats/exchange-events';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';

const AT = unixMillis(1_735_689_600_000);
const NOTHING_ELSE: AlsoPublished = { quotes: [], measures: [], pinnedOf: () => undefined, builderOf: () => undefined };

describe('a trade event', () => {
  it('fits a message with the maximum number of fills, each of maximum length', () => {
    const long: Fill = {
      kind: 'transfer',
      makerOrderId: `0x${'f'.repeat(64)}`,
      makerWallet: `0x${'f'.repeat(40)}`,
      makerOutcome: 1,
      makerSide: 'SELL',
      makerPricePips: pricePips(9_999),
      sizeMicros: sizeMicros(1_000_000_000_000_000),
      makerUsdcMicros: usdcMicros(1_000_000_000_000_000),
      takerUsdcMicros: usdcMicros(1_000_000_000_000_000),
      takerFeeMicros: usdcMicros(1_000_000_000_000_000),
      makerDone: false,
    };
    const trade: Trade = {
      type: 'trade',
      at: AT,
      tradeNumber: Number.MAX_SAFE_INTEGER,
      conditionId: `0x${'f'.repeat(64)}`,
      takerOrderId: `0x${'f'.repeat(64)}`,
      takerWallet: `0x${'f'.repeat(40)}`,
      takerOutcome: 1,
      takerSide: 'SELL',
      takerOrderType: 'GTC',
      sizeMicros: sizeMicros(1_000_000_000_000_000),
      usdcMicros: usdcMicros(1_000_000_000_000_000),
      feeMicros: usdcMicros(1_000_000_000_000_000),
      feeRateBps: 10_000,
      fills: Array.from({ length: USUAL_BOUNDS.fillsMax }, () => long),
    };
    const first = Number.MAX_SAFE_INTEGER - 1;
    const [message] = packMessages('clob', first, toEvents([trade], NOTHING_ELSE, AT, first));
    expect(message?.bytes.length).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  });
});
