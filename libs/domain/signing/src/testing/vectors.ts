import { address } from '../address';
import { ZERO_BYTES32, parseHex } from '../hex';
import type { OrderV1, OrderV2 } from '../order';

/** The first account of a well-known public test mnemonic; it protects nothing. */
const TEST_KEY_HEX = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const TEST_ADDRESS = address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
export const OTHER_ADDRESS = address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
export const DEPOSIT_WALLET = address('0x5FbDB2315678afecb367f032d93F642f64180aa3');

export function testKey(): Uint8Array {
  const key = parseHex(TEST_KEY_HEX, 32);
  if (key === undefined) throw new Error('the test key is hex');
  return key;
}

const SIGNED_FIELDS = {
  salt: 1n,
  maker: TEST_ADDRESS,
  signer: TEST_ADDRESS,
  tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
  makerAmount: 42_000_000n,
  takerAmount: 100_000_000n,
  side: 'BUY',
  signatureType: 0,
} as const;

export const ORDER_V2: OrderV2 = {
  ...SIGNED_FIELDS,
  version: 2,
  timestamp: 1_735_689_600_000n,
  metadata: ZERO_BYTES32,
  builder: ZERO_BYTES32,
};

export const ORDER_V1: OrderV1 = {
  ...SIGNED_FIELDS,
  version: 1,
  taker: address('0x0000000000000000000000000000000000000000'),
  expiration: 0n,
  nonce: 0n,
  feeRateBps: 0n,
};

export const ORDER_TYPE_3: OrderV2 = { ...ORDER_V2, maker: DEPOSIT_WALLET, signer: DEPOSIT_WALLET, signatureType: 3 };
