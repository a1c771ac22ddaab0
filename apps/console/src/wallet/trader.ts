import {
  AskedTradingClient,
  TradingClient,
  askedWallet,
  signingTerms,
  walletFromPrivateKey,
  type SignTypedData,
} from '@foretell/client/browser';
import type { ApiKeyCredentials, ExchangeTerms } from '@foretell/contracts';
import type { Site } from '../config/site';
import { onChain } from './chain';
import { offeredWallets, type OfferedWallet, type Provider } from './providers';
import { ownKey } from './own-key';
import { randomHex } from './random-hex';
import type { Session } from './session';

/** Trades for the session: signs with the play key, or asks the browser's wallet. */
export type Trader = TradingClient | AskedTradingClient;

const PRIVATE_KEY_BYTES = 32;
const GONE = 'The wallet that signed in here is not in this browser any more.';

/** Makes a key to play with, and its API key, which brings the sandbox's credit. */
export async function openPlayWallet(clob: string, terms: ExchangeTerms): Promise<Session> {
  const privateKey = `0x${randomHex(PRIVATE_KEY_BYTES)}`;
  const trader = await playTrader(clob, terms, privateKey);
  const key = await keyOf(trader);
  return { kind: 'play', address: trader.wallet.checksummedAddress, privateKey, key };
}

/** Asks a browser's wallet for its account and for the statement that gives the API key. */
export async function openInjectedWallet(site: Site, terms: ExchangeTerms, { id, provider }: OfferedWallet): Promise<Session> {
  const [account] = await accountsOf(provider, 'eth_requestAccounts');
  if (account === undefined) throw new Error('The wallet shows no account.');
  const trader = askingTrader(site, terms, account, provider);
  const key = await keyOf(trader);
  return { kind: 'injected', address: trader.wallet.checksummedAddress, walletId: id, key };
}

/** Throws for a browser's wallet that is not there any more. */
export async function traderOf(site: Site, terms: ExchangeTerms, session: Session): Promise<Trader> {
  const trader = await keylessTrader(site, terms, session);
  trader.useKey(session.key);
  return trader;
}

/** The same wallet with a new API key, for one that the exchange does not take any more. */
export async function renewedSession(site: Site, terms: ExchangeTerms, session: Session): Promise<Session> {
  const trader = await keylessTrader(site, terms, session);
  return { ...session, key: await keyOf(trader) };
}

function keyOf(trader: Trader): Promise<ApiKeyCredentials> {
  return ownKey((nonce) => trader.createKey(nonce));
}

function keylessTrader(site: Site, terms: ExchangeTerms, session: Session): Promise<Trader> {
  return session.kind === 'play' ? playTrader(site.clob, terms, session.privateKey) : askedTrader(site, terms, session);
}

async function playTrader(clob: string, terms: ExchangeTerms, privateKey: string): Promise<TradingClient> {
  return new TradingClient({ ...spoken(clob, terms), wallet: await walletFromPrivateKey(privateKey) });
}

async function askedTrader(
  site: Site,
  terms: ExchangeTerms,
  { address: account, walletId }: Session & { readonly kind: 'injected' },
): Promise<AskedTradingClient> {
  const wallets = await offeredWallets();
  const provider = wallets.find(({ id }) => id === walletId)?.provider;
  if (provider !== undefined) return askingTrader(site, terms, account, provider);
  const nobody: Provider = { request: () => Promise.reject(new Error(GONE)) };
  return askingTrader(site, terms, account, nobody);
}

function askingTrader(site: Site, terms: ExchangeTerms, account: string, provider: Provider): AskedTradingClient {
  const sign: SignTypedData = async (typed) => {
    await showing(provider, account);
    await onChain(provider, terms.domain.chain_id, site.chain);
    return String(await provider.request({ method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typed)] }));
  };
  return new AskedTradingClient({ ...spoken(site.clob, terms), wallet: askedWallet(account, sign) });
}

/** A locked wallet is asked to show its accounts; one that shows only others would sign as somebody else, or not at all. */
async function showing(provider: Provider, account: string): Promise<void> {
  const isShown = (accounts: readonly string[]): boolean => accounts.some((each) => each.toLowerCase() === account.toLowerCase());
  const accounts = await accountsOf(provider, 'eth_accounts');
  if (isShown(accounts) || (accounts.length === 0 && isShown(await accountsOf(provider, 'eth_requestAccounts')))) return;
  throw new Error(`You signed in as ${account}, and your wallet shows another account. Choose that one in it, or sign in again.`);
}

async function accountsOf(provider: Provider, method: 'eth_accounts' | 'eth_requestAccounts'): Promise<readonly string[]> {
  const accounts = await provider.request({ method });
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'string') : [];
}

function spoken(clob: string, terms: ExchangeTerms) {
  return { url: clob, ...signingTerms(terms) };
}
