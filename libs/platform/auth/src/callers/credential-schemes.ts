import { ApiHeader, ApiResponse, ApiSecurity, type DocumentBuilder } from '@nestjs/swagger';
import { TradingError } from '@foretell/contracts';

/** One header of a credential, as the document names it. The headers of one credential are required together. */
interface HeaderScheme {
  readonly header: string;
  readonly description: string;
}

const PREFIXES =
  'The prefix SERVICE_ may also be POLY_ or KUEST_, the same for all headers of a request. It selects the response format where the ' +
  'published clients differ: POLY_ gets the public format, SERVICE_ and KUEST_ that of this interface.';
const WALLET = 'Address of the wallet, 0x and 40 hex digits in any case.';
const SECONDS =
  'Unix seconds, at most 60 from the service’s clock for a write and 300 for a read, unless the operator configured other limits.';
const HMAC =
  'HMAC-SHA256 over timestamp, method, path without the query, and the exact bytes of the body, concatenated; the key is the base64url-decoded ' +
  'secret; as base64url or as hex.';

const L1: Readonly<Record<string, HeaderScheme>> = {
  l1Address: { header: 'SERVICE_ADDRESS', description: `L1, the wallet itself. ${WALLET} ${PREFIXES}` },
  l1Timestamp: { header: 'SERVICE_TIMESTAMP', description: `L1. ${SECONDS}` },
  l1Signature: {
    header: 'SERVICE_SIGNATURE',
    description: 'L1. The wallet’s EIP-712 signature of ClobAuth(address,timestamp,nonce,message), 0x and 130 hex digits.',
  },
};
const L2: Readonly<Record<string, HeaderScheme>> = {
  l2Address: { header: 'SERVICE_ADDRESS', description: `L2, an API key of a wallet. ${WALLET} ${PREFIXES}` },
  l2ApiKey: { header: 'SERVICE_API_KEY', description: 'L2. Id of the API key, a UUID.' },
  l2Passphrase: { header: 'SERVICE_PASSPHRASE', description: 'L2. The key’s passphrase, 64 hex digits.' },
  l2Timestamp: { header: 'SERVICE_TIMESTAMP', description: `L2. ${SECONDS}` },
  l2Signature: { header: 'SERVICE_SIGNATURE', description: `L2. ${HMAC}` },
};
const BUILDER: Readonly<Record<string, HeaderScheme>> = {
  builderApiKey: { header: 'SERVICE_BUILDER_API_KEY', description: `A builder’s own key. ${PREFIXES}` },
  builderPassphrase: { header: 'SERVICE_BUILDER_PASSPHRASE', description: 'The builder key’s passphrase, 64 hex digits.' },
  builderTimestamp: { header: 'SERVICE_BUILDER_TIMESTAMP', description: `Builder. ${SECONDS}` },
  builderSignature: { header: 'SERVICE_BUILDER_SIGNATURE', description: `Builder. ${HMAC}` },
};

const required = (schemes: Readonly<Record<string, HeaderScheme>>): Record<string, string[]> =>
  Object.fromEntries(Object.keys(schemes).map((name) => [name, []]));

/** Credentials that a route requires; several are alternatives. */
export const Credentials = {
  l1: (): MethodDecorator & ClassDecorator => ApiSecurity(required(L1)),
  l2: (): MethodDecorator & ClassDecorator => ApiSecurity(required(L2)),
  builder: (): MethodDecorator & ClassDecorator => ApiSecurity(required(BUILDER)),
  l2WithBuilder: (): MethodDecorator & ClassDecorator => ApiSecurity(required({ ...L2, ...BUILDER })),
  none: (): MethodDecorator & ClassDecorator => ApiSecurity({}),
} as const;

export const ApiUnauthorized = (): MethodDecorator & ClassDecorator =>
  ApiResponse({
    status: 401,
    description:
      'The credentials are invalid; details.part names the first invalid part, details.serverTimeSeconds is the service’s clock',
    type: TradingError,
  });

/** Causes of a 403 that lie in the API key. */
export const FORBIDDEN_KEY = {
  read: 'The API key may not be used from this network: key_network',
  write: 'The API key lacks the permission: readonly_key, key_permission. Or it may not be used from this network: key_network',
} as const;

export const ApiForbidden = ({ write }: { readonly write: boolean }): MethodDecorator & ClassDecorator =>
  ApiResponse({ status: 403, description: FORBIDDEN_KEY[write ? 'write' : 'read'], type: TradingError });

/** L1's optional headers. */
export const ApiL1Options = (): readonly (MethodDecorator & ClassDecorator)[] => [
  ApiHeader({
    name: 'SERVICE_NONCE',
    required: false,
    description: 'Nonce of the key, a decimal number; 0 when absent',
    schema: { type: 'string', pattern: '^[0-9]{1,78}$' },
  }),
  ApiHeader({
    name: 'X-Chain-Id',
    required: false,
    description: 'When given, it must be this service’s chain',
    schema: { type: 'string' },
  }),
];

/** Adds the credentials of the trading service to its document. */
export function withCredentialSchemes(document: DocumentBuilder): DocumentBuilder {
  for (const [name, { header, description }] of Object.entries({ ...L1, ...L2, ...BUILDER })) {
    document.addApiKey({ type: 'apiKey', in: 'header', name: header, description }, name);
  }
  return document;
}
