import { NO_FLAGS } from '@foretell/exchange';
import { address, ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, shares, usdc } from '@foretell/units';
import { encodeSignedOrder } from '../engine/journal/signed-order.codec';
import type { OrderAttachment, Submission } from '../engine/submission';

const MARKETS = 100;
const WALLETS = 200;
const SIGNATURE = `0x${'5a'.repeat(65)}`;

const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;
const conditionOf = (index: number): string => hex(0xc0_0000 + index, 64);
const walletOf = (index: number): string => hex(0xa0_0000 + index, 40);

/** Setup before the first order: markets and funds for all wallets. */
export function* opening(): Generator<Submission> {
  for (let index = 0; index < MARKETS; index += 1) {
    const terms = {
      tickPips: 100,
      minimumSizeMicros: shares(5),
      feeRateBps: 200,
      feeExponent: 1,
      delayMillis: 0,
      acceptingOrders: true,
    };
    yield { command: { type: 'openMarket', conditionId: conditionOf(index), ...terms } };
  }
  for (let index = 0; index < WALLETS; index += 1) {
    const command = { type: 'credit', wallet: walletOf(index), amountMicros: usdc(10_000_000) } as const;
    yield { command, attachment: { kind: 'ledger', reference: `bench ${index}` } };
  }
}

/**
 * An endless stream of orders, equal in every run: of three, two rest (bids for either outcome) and one trades, as a mint, in a
 * market with older resting orders.
 */
export function* orderStream(): Generator<Submission> {
  for (let number = 0; ; number += 1) {
    const step = Math.floor(number / 3);
    const isTaker = number % 3 === 2;
    const outcome = (isTaker ? step : number) % 2 === 0 ? 0 : 1;
    const attachment: OrderAttachment = {
      kind: 'order',
      owner: hex(number % WALLETS, 32),
      builder: ZERO_BYTES32,
      signed: signedOrder(number),
      signedAt: null,
    };
    yield {
      command: {
        type: 'placeOrder',
        orderId: hex(number, 64),
        wallet: walletOf((number * 7) % WALLETS),
        conditionId: conditionOf((isTaker ? step + MARKETS / 2 : step) % MARKETS),
        outcome,
        side: 'BUY',
        orderType: isTaker ? 'FAK' : 'GTC',
        pricePips: pricePips(isTaker ? 6_500 : 3_900 + (step % 10) * 100),
        sizeMicros: shares(5 + (step % 20)),
        budgetMicros: null,
        flags: NO_FLAGS,
        expiresAt: null,
      },
      attachment,
    };
  }
}

/** Cancels all open orders. */
export function* cancelEverything(): Generator<Submission> {
  for (let index = 0; index < WALLETS; index += 1)
    yield { command: { type: 'cancelOrders', wallet: walletOf(index), conditionId: null, outcome: null } };
}

/** Orders are created before the clock starts, because that is not the writer's work. */
export function take(orders: Iterator<Submission>, count: number): Submission[] {
  return Array.from({ length: count }, () => {
    const next = orders.next();
    if (next.done === true) throw new Error('the orders have run out');
    return next.value;
  });
}

/** Like a real signed order, which is most of an order's row. */
function signedOrder(number: number): Uint8Array {
  const order = {
    version: 2,
    salt: BigInt(number) + 763_713_635_560n,
    maker: address(walletOf(number % WALLETS)),
    signer: address(walletOf(number % WALLETS)),
    tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
    makerAmount: 2_331_000n,
    takerAmount: 5_550_000n,
    side: 'BUY',
    signatureType: 0,
    timestamp: 1_735_689_600_000n,
    metadata: ZERO_BYTES32,
    builder: ZERO_BYTES32,
  } as const;
  return encodeSignedOrder(order, SIGNATURE);
}
