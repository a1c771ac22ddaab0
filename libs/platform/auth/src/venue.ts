import { isDeepStrictEqual } from 'node:util';
import {
  CLOB_AUTH_TERMS,
  EXCHANGE_PRESETS,
  POLYMARKET_V1,
  POLYMARKET_V3,
  SESSION_MESSAGE,
  address,
  isLiveDomain,
  type Address,
  type ClobAuthTerms,
  type ExchangeDomain,
  type ExchangePreset,
  type SignatureRules,
} from '@foretell/signing';

/** The environment variables that define the venue that wallets sign for. */
export interface VenueVariables {
  readonly EXCHANGE_PRESET: ExchangePreset;
  readonly CHAIN_ID?: number;
  readonly EXCHANGE_DOMAIN_NAME?: string;
  readonly EXCHANGE_DOMAIN_VERSION?: string;
  readonly EXCHANGE_DOMAIN_CONTRACT?: string;
  readonly EXCHANGE_DOMAIN_NEG_RISK_CONTRACT?: string;
  readonly AUTH_DOMAIN_NAME?: string;
  readonly AUTH_MESSAGE?: string;
}

/** The venue whose signatures are valid here: of orders, and of statements for an API key. */
export interface Venue {
  readonly domains: Omit<SignatureRules, 'allowedSignatureTypes'>;
  readonly login: ClobAuthTerms;
  /** Terms of statements for a sign-in key. */
  readonly session: ClobAuthTerms;
  /** Signatures valid both here and at a live venue: a service with real money does not start with any. */
  readonly foreignFaults: readonly string[];
}

/**
 * EXCHANGE_DOMAIN_NAME makes the venue distinct: orders and statements are signed under that name, and signatures for another
 * venue are refused. Without it, signatures are those that published clients make. Source: docs/decisions/venue.md.
 */
export function venueOf(variables: VenueVariables): Venue {
  const v2 = domainOf(variables);
  // Clients with this domain built in support the first and the third as well; every other venue has one domain.
  const isPublished = isDeepStrictEqual(v2, EXCHANGE_PRESETS['polymarket-v2']);
  const login = loginOf(variables);
  return {
    domains: {
      v2,
      v1: isPublished ? POLYMARKET_V1 : null,
      ...(isPublished ? { v3: POLYMARKET_V3 } : {}),
    },
    login,
    session: { ...login, message: SESSION_MESSAGE },
    foreignFaults: [...(isLiveDomain(v2) ? [FOREIGN_ORDERS] : []), ...(isPublishedLogin(login) ? [FOREIGN_LOGIN] : [])],
  };
}

const WAY_OUT = 'set EXCHANGE_DOMAIN_NAME to a name of your own, or ACCEPT_FOREIGN_DOMAIN=yes if that is what you want';
const FOREIGN_ORDERS = `orders are signed in a live venue's EIP-712 domain, so that an order signed there is good here and the other way round: ${WAY_OUT}`;
const FOREIGN_LOGIN = `API keys are given for a statement that live venues use too, so that a login there, relayed, yields a key here: ${WAY_OUT}`;

function domainOf(variables: VenueVariables): ExchangeDomain {
  const preset = EXCHANGE_PRESETS[variables.EXCHANGE_PRESET];
  return {
    name: variables.EXCHANGE_DOMAIN_NAME ?? preset.name,
    version: variables.EXCHANGE_DOMAIN_VERSION ?? preset.version,
    chainId: variables.CHAIN_ID ?? preset.chainId,
    exchange: addressOr(variables.EXCHANGE_DOMAIN_CONTRACT, preset.exchange),
    negRiskExchange: addressOr(variables.EXCHANGE_DOMAIN_NEG_RISK_CONTRACT, preset.negRiskExchange),
  };
}

function addressOr(text: string | undefined, preset: Address): Address {
  return text === undefined ? preset : address(text);
}

function loginOf({ EXCHANGE_DOMAIN_NAME: own, AUTH_DOMAIN_NAME, AUTH_MESSAGE }: VenueVariables): ClobAuthTerms {
  return {
    domainName: AUTH_DOMAIN_NAME ?? (own === undefined ? CLOB_AUTH_TERMS.domainName : `${own} Auth`),
    message: AUTH_MESSAGE ?? CLOB_AUTH_TERMS.message,
  };
}

/** A different message alone is not noticed by a user: the domain's name must differ. */
function isPublishedLogin({ domainName }: ClobAuthTerms): boolean {
  return domainName === CLOB_AUTH_TERMS.domainName;
}
