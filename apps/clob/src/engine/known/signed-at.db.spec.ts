import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { ZERO_BYTES32, type SignableOrder } from '@foretell/signing';
import { ALICE, BOB } from '../../testing/writer-world';
import { encodeSignedOrder } from '../journal/signed-order.codec';
import { signedAtOf } from './signed-at';

const SIGNATURE = `0x${'5a'.repeat(65)}`;
const TERMS = {
  maker: ALICE,
  signer: ALICE,
  salt: 0n,
  tokenId: 2n ** 256n - 1n,
  makerAmount: 5n,
  takerAmount: 2n ** 40n,
  side: 'BUY',
  signatureType: 2,
} as const;
const second = (timestamp: bigint, more: object = {}): SignableOrder =>
  ({ ...TERMS, version: 2, timestamp, metadata: ZERO_BYTES32, builder: `0x${'b1'.repeat(32)}`, ...more }) as SignableOrder;

describe('the signing time of an order', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each<[string, SignableOrder, number | null]>([
    ['is its timestamp', second(1_735_689_600_000n), 1_735_689_600_000],
    [
      'is its timestamp, whichever key signed for the maker',
      second(1_800_000_000_001n, { signer: BOB, salt: 7n ** 70n }),
      1_800_000_000_001,
    ],
    ['may lie far ahead', second(2n ** 48n - 1n), 2 ** 48 - 1],
    ['is not known from a timestamp of none', second(0n), null],
    ['is not known from seconds', second(1_735_689_600n), null],
    ['is not known before 2020', second(1_577_836_799_999n), null],
    ['is known from the first instant of 2020', second(1_577_836_800_000n), 1_577_836_800_000],
    ['is not known from more than an instant', second(2n ** 48n), null],
    [
      'is not known of version 1',
      { ...TERMS, version: 1, taker: BOB, expiration: 1_735_689_600_000n, nonce: 0n, feeRateBps: 0n } as SignableOrder,
      null,
    ],
  ])('%s, the same in the service and its database', async (_name, order, signedAt) => {
    expect(signedAtOf(order)).toBe(signedAt);
    const { rows } = await database.pool.query('select clob.signed_at($1) as at', [encodeSignedOrder(order, SIGNATURE)]);
    expect(rows).toEqual([{ at: signedAt }]);
  });
});
