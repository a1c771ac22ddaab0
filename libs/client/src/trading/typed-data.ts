import {
  CLOB_AUTH_TERMS,
  ZERO_BYTES32,
  type ClobAuth,
  type ClobAuthTerms,
  type ExchangeDomain,
  type OrderV2,
} from '@foretell/signing';

/** One field of an EIP-712 struct. */
interface TypedField {
  readonly name: string;
  readonly type: string;
}

/** What `eth_signTypedData_v4` signs (EIP-712): plain JSON, integers as decimal texts. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract?: string;
  };
  readonly types: Readonly<Record<string, readonly TypedField[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

const DOMAIN_FIELDS = fields('string name,string version,uint256 chainId');
const CONTRACT_FIELDS = [...DOMAIN_FIELDS, ...fields('address verifyingContract')];
const AUTH_FIELDS = fields('address address,string timestamp,uint256 nonce,string message');
const ORDER_FIELDS = fields(
  'uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint8 side,' +
    'uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder',
);
const DEPOSIT_WALLET_FIELDS = fields(
  'Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt',
);

/** The L1 statement that requests an API key. Source: protocol 2. */
export function clobAuthTypedData(
  { address, timestamp, nonce }: ClobAuth,
  chainId: number,
  { domainName, message }: ClobAuthTerms = CLOB_AUTH_TERMS,
): TypedData {
  return {
    domain: { name: domainName, version: '1', chainId },
    types: { EIP712Domain: DOMAIN_FIELDS, ClobAuth: AUTH_FIELDS },
    primaryType: 'ClobAuth',
    message: { address, timestamp, nonce: String(nonce), message },
  };
}

/** An order. For a deposit wallet (type 3), the order is nested in the statement that its owner signs. Source: protocol 4.4. */
export function orderTypedData(order: OrderV2, domain: ExchangeDomain, isNegRisk: boolean): TypedData {
  const { name, version, chainId, exchange, negRiskExchange } = domain;
  const message = orderMessage(order);
  const typed = {
    domain: { name, version, chainId, verifyingContract: isNegRisk ? negRiskExchange : exchange },
    types: { EIP712Domain: CONTRACT_FIELDS, Order: ORDER_FIELDS },
  };
  if (order.signatureType !== 3) return { ...typed, primaryType: 'Order', message };
  return {
    domain: typed.domain,
    types: { ...typed.types, TypedDataSign: DEPOSIT_WALLET_FIELDS },
    primaryType: 'TypedDataSign',
    message: {
      contents: message,
      name: 'DepositWallet',
      version: '1',
      chainId: String(chainId),
      verifyingContract: order.signer,
      salt: ZERO_BYTES32,
    },
  };
}

function orderMessage(order: OrderV2): Readonly<Record<string, unknown>> {
  const { salt, maker, signer, tokenId, makerAmount, takerAmount, side, signatureType, timestamp, metadata, builder } = order;
  return {
    salt: String(salt),
    maker,
    signer,
    tokenId: String(tokenId),
    makerAmount: String(makerAmount),
    takerAmount: String(takerAmount),
    side: side === 'BUY' ? 0 : 1,
    signatureType,
    timestamp: String(timestamp),
    metadata,
    builder,
  };
}

function fields(list: string): readonly TypedField[] {
  return list.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { name, type };
  });
}
