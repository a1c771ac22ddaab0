import {
  AskedTradingClient,
  TradingClient,
  address,
  askedWallet,
  walletFromPrivateKey,
  type ExchangeDomain,
  type SignTypedData,
} from '@foretell/client/browser';
import type { ApiKeyCredentials, ExchangeTerms } from '@foretell/contracts';
import { offeredWallets, type OfferedWallet, type Provider } from './providers';
import type { Session } from './session';

/** Trades for the session: signs with the play key, or asks the browser's wallet. */
export type Trader = TradingClient | AskedTradingClient;

const PRIVATE_KEY_BYTES = 32;
/** The wallet does not know the chain (EIP-3326). */
const UNKNOWN_CHAIN = 4902;

/** Makes a key to play with, and its API key, which brings the sandbox's credit. */
export async function openPlayWallet(clob: string, terms: ExchangeTerms): Promise<Session> {
  const bytes = crypto.getRandomValues(new Uint8Array(PRIVATE_KEY_BYTES));
  const privateKey = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const trader = await playTrader(clob, terms, privateKey);
  const key = await trader.createKey();
  return { kind: 'play', address: trader.wallet.checksummedAddress, privateKey, key: credentialsOf(key) };
}

/** Asks a browser's wallet for its account and for the statement that gives the API key. */
export async function openInjectedWallet(clob: string, terms: ExchangeTerms, { id, provider }: OfferedWallet): Promise<Session> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  const account: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account !== 'string') throw new Error('The wallet shows no account.');
  await onChain(provider, terms.domain.chain_id);
  const trader = askingTrader(clob, terms, account, provider);
  const key = await trader.createKey();
  return { kind: 'injected', address: trader.wallet.checksummedAddress, walletId: id, key: credentialsOf(key) };
}

/** Throws for a browser's wallet that is not there any more. */
export async function traderOf(clob: string, terms: ExchangeTerms, session: Session): Promise<Trader> {
  const trader =
    session.kind === 'play' ? await playTrader(clob, terms, session.privateKey) : await askedTrader(clob, terms, session);
  trader.useKey(session.key);
  return trader;
}

async function playTrader(clob: string, terms: ExchangeTerms, privateKey: string): Promise<TradingClient> {
  return new TradingClient({ ...spoken(clob, terms), wallet: await walletFromPrivateKey(privateKey) });
}

async function askedTrader(
  clob: string,
  terms: ExchangeTerms,
  { address: account, walletId }: Session & { readonly kind: 'injected' },
): Promise<AskedTradingClient> {
  const wallets = await offeredWallets();
  const provider = wallets.find(({ id }) => id === walletId)?.provider;
  if (provider !== undefined) return askingTrader(clob, terms, account, provider);
  const nobody: Provider = {
    request: () => Promise.reject(new Error('The wallet that signed in here is not in this browser any more.')),
  };
  return askingTrader(clob, terms, account, nobody);
}

function askingTrader(clob: string, terms: ExchangeTerms, account: string, provider: Provider): AskedTradingClient {
  const sign: SignTypedData = async (typed) => {
    await onChain(provider, terms.domain.chain_id);
    return String(await provider.request({ method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typed)] }));
  };
  return new AskedTradingClient({ ...spoken(clob, terms), wallet: askedWallet(account, sign) });
}

/** Wallets refuse typed data of another chain than theirs. One that does not know the chain is left to say so itself. */
async function onChain(provider: Provider, chainId: number): Promise<void> {
  const wanted = `0x${chainId.toString(16)}`;
  if ((await provider.request({ method: 'eth_chainId' })) === wanted) return;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === UNKNOWN_CHAIN) return;
    throw error;
  }
}

function spoken(clob: string, { domain, header_prefix: headerPrefix }: ExchangeTerms) {
  return { url: clob, headerPrefix, domain: domainOf(domain) };
}

function domainOf({ name, version, chain_id, exchange, neg_risk_exchange }: ExchangeTerms['domain']): ExchangeDomain {
  return { name, version, chainId: chain_id, exchange: address(exchange), negRiskExchange: address(neg_risk_exchange) };
}

function credentialsOf({ apiKey, secret, passphrase }: ApiKeyCredentials): ApiKeyCredentials {
  return { apiKey, secret, passphrase };
}
