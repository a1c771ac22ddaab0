import {
  address,
  bytes32Of,
  hexOf,
  ZERO_BYTES32,
  writeHex,
  type Address,
  type Bytes32,
  type SignableOrder,
  type SignatureType,
} from '@foretell/signing';

/** The first byte; each layout has its own number. */
const LAYOUT = 1;
const ADDRESS_BYTES = 20;
const BYTES32 = 32;
/** Two bytes, three addresses, two times 32 bytes, seven length-prefixed numbers. */
const FIELDS_BYTES_MAX = 2 + 3 * ADDRESS_BYTES + 2 * BYTES32 + 7 * (1 + BYTES32);
const SIGNATURE_BYTES_MAX = 1_000;
const SIGNATURE_TYPES: readonly SignatureType[] = [0, 1, 2, 3];

const enum Flag {
  sell = 1,
  /** Two bits. */
  signatureType = 2,
  firstVersion = 8,
  otherSigner = 16,
  metadata = 32,
  builder = 64,
}

/** The signed order and its signature. */
export interface SignedOrderBytes {
  readonly order: SignableOrder;
  /** 0x hex. */
  readonly signature: string;
}

const scratch = Buffer.alloc(FIELDS_BYTES_MAX + SIGNATURE_BYTES_MAX);

/**
 * Encodes a signed order in about 150 bytes: layout, flags, maker, signer if it differs, then salt, token, amounts and the
 * fields of its version, zeros omitted, and the signature as the rest. Throws RangeError for a signature that is not 0x hex of
 * at most 1,000 bytes.
 */
export function encodeSignedOrder(order: SignableOrder, signature: string): Uint8Array {
  const isFirst = order.version === 1;
  const metadata = isFirst || order.metadata === ZERO_BYTES32 ? null : order.metadata;
  const builder = isFirst || order.builder === ZERO_BYTES32 ? null : order.builder;
  let flags = (order.side === 'SELL' ? Flag.sell : 0) | (Flag.signatureType * order.signatureType);
  if (isFirst) flags |= Flag.firstVersion;
  if (order.signer !== order.maker) flags |= Flag.otherSigner;
  if (metadata !== null) flags |= Flag.metadata;
  if (builder !== null) flags |= Flag.builder;
  scratch[0] = LAYOUT;
  scratch[1] = flags;
  let end = putHex(2, order.maker, ADDRESS_BYTES);
  if (order.signer !== order.maker) end = putHex(end, order.signer, ADDRESS_BYTES);
  for (const number of [order.salt, order.tokenId, order.makerAmount, order.takerAmount]) end = putNumber(end, number);
  if (isFirst) {
    end = putHex(end, order.taker, ADDRESS_BYTES);
    for (const number of [order.expiration, order.nonce, order.feeRateBps]) end = putNumber(end, number);
  } else {
    end = putNumber(end, order.timestamp);
    if (metadata !== null) end = putHex(end, metadata, BYTES32);
    if (builder !== null) end = putHex(end, builder, BYTES32);
  }
  const sizeBytes = signature.length / 2 - 1;
  if (sizeBytes > SIGNATURE_BYTES_MAX) throw new RangeError('a signature of more than 1,000 bytes');
  end = putHex(end, signature, sizeBytes);
  // Small buffers share one allocation; each order has one until it is projected.
  return Buffer.from(scratch.subarray(0, end));
}

/** Throws RangeError when the bytes are not a result of encodeSignedOrder. */
export function decodeSignedOrder(bytes: Uint8Array): SignedOrderBytes {
  const from = new Fields(bytes);
  const layout = from.byte();
  if (layout !== LAYOUT) throw new RangeError(`a signed order of layout ${layout}; this service reads layout ${LAYOUT}`);
  const flags = from.byte();
  const signatureType = SIGNATURE_TYPES[(flags / Flag.signatureType) & 3] ?? 0;
  const maker = from.address();
  const common = {
    maker,
    signer: (flags & Flag.otherSigner) === 0 ? maker : from.address(),
    salt: from.number(),
    tokenId: from.number(),
    makerAmount: from.number(),
    takerAmount: from.number(),
    side: (flags & Flag.sell) === 0 ? 'BUY' : 'SELL',
    signatureType,
  } as const;
  const order: SignableOrder =
    (flags & Flag.firstVersion) === 0
      ? {
          ...common,
          version: 2,
          timestamp: from.number(),
          metadata: (flags & Flag.metadata) === 0 ? ZERO_BYTES32 : from.bytes32(),
          builder: (flags & Flag.builder) === 0 ? ZERO_BYTES32 : from.bytes32(),
        }
      : {
          ...common,
          version: 1,
          taker: from.address(),
          expiration: from.number(),
          nonce: from.number(),
          feeRateBps: from.number(),
        };
  return { order, signature: hexOf(from.rest()) };
}

function putHex(start: number, hex: string, sizeBytes: number): number {
  if (!writeHex(hex, scratch, start, sizeBytes)) throw new RangeError(`not hexadecimal: ${hex.slice(0, 80)}`);
  return start + sizeBytes;
}

/** A length byte and the number, big-endian, without leading zeros. */
function putNumber(start: number, number: bigint): number {
  if (number === 0n) {
    scratch[start] = 0;
    return start + 1;
  }
  const digits = number.toString(16);
  const hex = digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`;
  const sizeBytes = hex.length / 2 - 1;
  scratch[start] = sizeBytes;
  return putHex(start + 1, hex, sizeBytes);
}

class Fields {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.next(1)[0] ?? 0;
  }

  address(): Address {
    return address(hexOf(this.next(ADDRESS_BYTES)));
  }

  bytes32(): Bytes32 {
    return bytes32Of(this.next(BYTES32));
  }

  number(): bigint {
    const sizeBytes = this.byte();
    return sizeBytes === 0 ? 0n : BigInt(hexOf(this.next(sizeBytes)));
  }

  rest(): Uint8Array {
    return this.bytes.subarray(this.at);
  }

  private next(sizeBytes: number): Uint8Array {
    const start = this.at;
    this.at += sizeBytes;
    if (this.at > this.bytes.length) throw new RangeError('the bytes end within a signed order');
    return this.bytes.subarray(start, this.at);
  }
}
