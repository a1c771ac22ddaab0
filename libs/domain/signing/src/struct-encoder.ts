import type { Address } from './address';
import type { Bytes32 } from './hex';
import { writeHex } from './hex';

const WORD = 32;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * One reused buffer of 32-byte words in the layout of EIP-712's encodeData, for structs of atomic fields. Each order overwrites
 * the previous one, so the caller must hash before writing the next.
 */
export class StructEncoder {
  readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(words: number) {
    this.bytes = new Uint8Array(words * WORD);
    this.view = new DataView(this.bytes.buffer);
  }

  word(index: number, bytes: Uint8Array): void {
    this.bytes.set(bytes, index * WORD);
  }

  bytes32(index: number, value: Bytes32): void {
    if (!writeHex(value, this.bytes, index * WORD, WORD)) throw new RangeError('a bytes32 field does not contain 32 bytes');
  }

  address(index: number, value: Address): void {
    // No other field of the same layout writes the twelve bytes before an address, so they stay zero.
    if (!writeHex(value, this.bytes, index * WORD + 12, 20)) throw new RangeError('an address field does not contain an address');
  }

  uint(index: number, value: bigint): void {
    if (value < 0n || value > MAX_UINT256) throw new RangeError('an unsigned field is out of range');
    const offset = index * WORD;
    this.view.setBigUint64(offset + 24, BigInt.asUintN(64, value));
    const isShort = value <= MAX_UINT64;
    this.view.setBigUint64(offset + 16, isShort ? 0n : BigInt.asUintN(64, value >> 64n));
    this.view.setBigUint64(offset + 8, isShort ? 0n : BigInt.asUintN(64, value >> 128n));
    this.view.setBigUint64(offset, isShort ? 0n : value >> 192n);
  }

  small(index: number, value: number): void {
    // The bytes before the last one of such a field are never written, so they stay zero.
    this.bytes[index * WORD + WORD - 1] = value;
  }
}
