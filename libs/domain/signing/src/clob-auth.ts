import type { Address } from './address';
import { createTypedDataDigest, domainSeparator, utf8 } from './domain';
import type { Keccak256 } from './ports';
import { StructEncoder } from './struct-encoder';

/** Identifies the venue in an L1 statement: the EIP-712 domain's name, and the text that the wallet displays. */
export interface ClobAuthTerms {
  readonly domainName: string;
  readonly message: string;
}

/** The terms built into published clients, for every venue of the family. Source: protocol 2. */
export const CLOB_AUTH_TERMS: ClobAuthTerms = {
  domainName: 'ClobAuthDomain',
  message: 'This message attests that I control the given wallet',
};

/** The statement text for a sign-in key. It differs, so that neither statement is valid for the other kind of key. */
export const SESSION_MESSAGE =
  'Sign in. The key of this sign-in may trade for the given wallet until the Unix time in nonce, and make no other keys';

/** The statement of a wallet that requests an API key. */
export interface ClobAuth {
  readonly address: Address;
  /** The timestamp header exactly as sent: it is signed as a string. */
  readonly timestamp: string;
  readonly nonce: bigint;
}

/** Hashes L1 statements for one chain and venue. Not re-entrant; synchronous. */
export class ClobAuthHasher {
  private readonly words = new StructEncoder(5);
  private readonly separator: Uint8Array;
  private readonly typedDataDigest: (separator: Uint8Array, structHash: Uint8Array) => Uint8Array;

  constructor(
    private readonly keccak: Keccak256,
    readonly chainId: number,
    { domainName, message }: ClobAuthTerms = CLOB_AUTH_TERMS,
  ) {
    this.separator = domainSeparator(keccak, { name: domainName, version: '1', chainId });
    this.typedDataDigest = createTypedDataDigest(keccak);
    this.words.word(0, keccak(utf8('ClobAuth(address address,string timestamp,uint256 nonce,string message)')));
    this.words.word(4, keccak(utf8(message)));
  }

  /** The digest that the wallet signs. */
  digest(auth: ClobAuth): Uint8Array {
    this.words.address(1, auth.address);
    this.words.word(2, this.keccak(utf8(auth.timestamp)));
    this.words.uint(3, auth.nonce);
    return this.typedDataDigest(this.separator, this.keccak(this.words.bytes));
  }
}
