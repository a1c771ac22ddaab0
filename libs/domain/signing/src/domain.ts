import type { Address } from './address';
import { address } from './address';
import type { Keccak256 } from './ports';
import { StructEncoder } from './struct-encoder';

/** The EIP-712 domain of an exchange; the market's neg-risk flag chooses between its two verifying contracts. */
export interface ExchangeDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly exchange: Address;
  readonly negRiskExchange: Address;
}

/** The names of the V2 domains built into published clients. */
export type ExchangePreset = 'polymarket-v2' | 'kuest-v2';

/** Source: protocol 4. */
export const EXCHANGE_PRESETS: { readonly [Preset in ExchangePreset]: ExchangeDomain } = {
  'polymarket-v2': {
    name: 'Polymarket CTF Exchange',
    version: '2',
    chainId: 137,
    exchange: address('0xE111180000d2663C0091e4f400237545B87B996B'),
    negRiskExchange: address('0xe2222d279d744050d28e00520010520000310F59'),
  },
  'kuest-v2': {
    name: 'CTF Exchange',
    version: '2',
    chainId: 80002,
    exchange: address('0xaa1b8dE834E16eC69C044F5300041673C968c9eF'),
    negRiskExchange: address('0xe7FA09cA716FDf498d74AFF618d32AFeacc310aB'),
  },
};

/** The domain in which clients of the first exchange version sign. */
export const POLYMARKET_V1: ExchangeDomain = {
  name: 'Polymarket CTF Exchange',
  version: '1',
  chainId: 137,
  exchange: address('0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E'),
  negRiskExchange: address('0xC5d563A36AE78145C45a50134d48A1215220f80a'),
};

/**
 * The domain of a third exchange. Its orders equal those of the second field by field: only the signature distinguishes them. It
 * has one contract for every market. Source: protocol 4.1.
 */
export const POLYMARKET_V3: ExchangeDomain = {
  name: 'Polymarket CTF Exchange',
  version: '3',
  chainId: 137,
  exchange: address('0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'),
  negRiskExchange: address('0xe3333700cA9d93003F00f0F71f8515005F6c00Aa'),
};

/** Whether orders signed in the domain are also valid on a live venue, in either contract of its markets. */
export function isLiveDomain({ name, version, chainId, exchange, negRiskExchange }: ExchangeDomain): boolean {
  return [...Object.values(EXCHANGE_PRESETS), POLYMARKET_V1, POLYMARKET_V3].some(
    (live) =>
      live.name === name &&
      live.version === version &&
      live.chainId === chainId &&
      [live.exchange, live.negRiskExchange].some((contract) => contract === exchange || contract === negRiskExchange),
  );
}

/** The UTF-8 bytes of a text; EIP-712 hashes type strings and string fields in this form. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** EIP-712's domain separator of name, version, chain and, if present, verifying contract. */
export function domainSeparator(
  keccak: Keccak256,
  domain: { readonly name: string; readonly version: string; readonly chainId: number; readonly verifyingContract?: Address },
): Uint8Array {
  const contract = domain.verifyingContract;
  const contractField = contract === undefined ? '' : ',address verifyingContract';
  const encoder = new StructEncoder(contract === undefined ? 4 : 5);
  encoder.word(0, keccak(utf8(`EIP712Domain(string name,string version,uint256 chainId${contractField})`)));
  encoder.word(1, keccak(utf8(domain.name)));
  encoder.word(2, keccak(utf8(domain.version)));
  encoder.uint(3, BigInt(domain.chainId));
  if (contract !== undefined) encoder.address(4, contract);
  return keccak(encoder.bytes);
}

/** keccak(0x19 0x01 separator structHash), the digest that is signed. Reuses one buffer. */
export function createTypedDataDigest(keccak: Keccak256): (separator: Uint8Array, structHash: Uint8Array) => Uint8Array {
  const buffer = new Uint8Array(66);
  buffer[0] = 0x19;
  buffer[1] = 0x01;
  return (separator, structHash) => {
    buffer.set(separator, 2);
    buffer.set(structHash, 34);
    return keccak(buffer);
  };
}
