import type { Address } from './address';
import { createTypedDataDigest, domainSeparator, utf8 } from './domain';
import type { Keccak256 } from './ports';
import { StructEncoder } from './struct-encoder';

/** The text a wallet signs to prove itself. Source: protocol 2. */
export const CLOB_AUTH_MESSAGE = 'This message attests that I control the given wallet';

/** What a wallet states when it asks for an API key. */
export interface ClobAuth {
  readonly address: Address;
  /** The timestamp header exactly as sent: it is signed as a string. */
  readonly timestamp: string;
  readonly nonce: bigint;
}

/** Hashes L1 statements for one chain. Not re-entrant; synchronous. */
export class ClobAuthHasher {
  private readonly words = new StructEncoder(5);
  private readonly separator: Uint8Array;
  private readonly typedDataDigest: (separator: Uint8Array, structHash: Uint8Array) => Uint8Array;

  constructor(
    private readonly keccak: Keccak256,
    readonly chainId: number,
  ) {
    this.separator = domainSeparator(keccak, { name: 'ClobAuthDomain', version: '1', chainId });
    this.typedDataDigest = createTypedDataDigest(keccak);
    this.words.word(0, keccak(utf8('ClobAuth(address address,string timestamp,uint256 nonce,string message)')));
    this.words.word(4, keccak(utf8(CLOB_AUTH_MESSAGE)));
  }

  /** What the wallet signs. */
  digest(auth: ClobAuth): Uint8Array {
    this.words.address(1, auth.address);
    this.words.word(2, this.keccak(utf8(auth.timestamp)));
    this.words.uint(3, auth.nonce);
    return this.typedDataDigest(this.separator, this.keccak(this.words.bytes));
  }
}
