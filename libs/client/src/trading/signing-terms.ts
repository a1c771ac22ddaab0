import type { ExchangeTerms } from '@foretell/contracts';
import { address } from '@foretell/signing';
import type { IdentityOptions, L1Wallet } from './keyed-caller';
import type { SigningOptions } from './order-signer';

/** The response of GET /exchange, of this release or an older one. */
type AnsweredTerms = Omit<ExchangeTerms, 'auth'> & {
  readonly auth?: Omit<ExchangeTerms['auth'], 'session_message'> & Partial<Pick<ExchangeTerms['auth'], 'session_message'>>;
};

/** The signing terms of an installation, as options of a trading client: its domains and its header prefix. */
export function signingTerms({
  domain: { name, version, chain_id: chainId, exchange, neg_risk_exchange: negRiskExchange },
  header_prefix: headerPrefix,
  auth,
}: AnsweredTerms): Required<Pick<SigningOptions, 'domain'>> &
  Pick<SigningOptions, 'auth' | 'session'> &
  Pick<IdentityOptions<L1Wallet>, 'headerPrefix'> {
  return {
    headerPrefix,
    domain: { name, version, chainId, exchange: address(exchange), negRiskExchange: address(negRiskExchange) },
    ...(auth === undefined ? {} : { auth: { domainName: auth.domain_name, message: auth.message } }),
    ...(auth?.session_message === undefined ? {} : { session: { domainName: auth.domain_name, message: auth.session_message } }),
  };
}
