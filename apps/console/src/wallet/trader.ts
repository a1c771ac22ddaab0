import {
  AskedTradingClient,
  TradingClient,
  askedWallet,
  signingTerms,
  walletFromPrivateKey,
  type SignTypedData,
} from '@foretell/client/browser';
import type { ExchangeTerms } from '@foretell/contracts';
import type { Site } from '../config/site';
import { onChain } from './chain';
import { offeredWallets, type OfferedWallet, type Provider } from './providers';
import { playKey, storedPlayKey, storePlayKey } from './play-wallet';
import type { Session } from './session';

/** Trades for the session: signs with the play key, or requests signatures from the browser's wallet. */
export type Trader = TradingClient | AskedTradingClient;

/** Long enough for a day's trading, and short enough to limit the damage of a leaked key. */
const SESSION_SECONDS = 86_400;
/**
 * The lifetime is reduced by up to this many seconds at random. Statements are then distinct, so none recreates a revoked key.
 */
const SESSION_JITTER_SECONDS = 600;
const NO_PLAY_WALLET = 'The play wallet that signed in here is no longer in this browser.';
const MILLIS = 1_000;
const GONE = 'The wallet that signed in here is no longer in this browser.';

/** Creates a play wallet, or uses the stored one, and signs in with it, which adds the sandbox's credit. */
export async function openPlayWallet(clob: string, terms: ExchangeTerms): Promise<Session> {
  const privateKey = playKey(clob, terms);
  const trader = await playTrader(clob, terms, privateKey);
  const signedIn = await signIn(trader);
  storePlayKey(clob, privateKey);
  return { kind: 'play', address: trader.wallet.checksummedAddress, ...signedIn };
}

/** Requests a browser wallet's account and its signature of the statement that creates the session key. */
export async function openInjectedWallet(site: Site, terms: ExchangeTerms, { id, provider }: OfferedWallet): Promise<Session> {
  const [account] = await accountsOf(provider, 'eth_requestAccounts');
  if (account === undefined) throw new Error('The wallet shows no account.');
  const trader = askingTrader(site, terms, account, provider);
  const signedIn = await signIn(trader);
  return { kind: 'injected', address: trader.wallet.checksummedAddress, walletId: id, ...signedIn };
}

/** Throws when the session's browser wallet is not available. */
export async function traderOf(site: Site, terms: ExchangeTerms, session: Session): Promise<Trader> {
  const trader = await keylessTrader(site, terms, session);
  trader.useKey(session.key);
  return trader;
}

/** The same wallet with a new API key, for a key that the exchange no longer accepts. */
export async function renewedSession(site: Site, terms: ExchangeTerms, session: Session): Promise<Session> {
  const trader = await keylessTrader(site, terms, session);
  return { ...session, ...(await signIn(trader)) };
}

/** Revokes the session's key, which needs no wallet. */
export async function revokeSession(site: Site, terms: ExchangeTerms, { address, key }: Session): Promise<void> {
  const trader = askingTrader(site, terms, address, nobody());
  trader.useKey(key);
  await trader.revokeOwnKey();
}

async function signIn(trader: Trader): Promise<Pick<Session, 'key' | 'endsAt'>> {
  const [jitter = 0] = crypto.getRandomValues(new Uint16Array(1));
  const endsAtSeconds = Math.floor(Date.now() / MILLIS) + SESSION_SECONDS - (jitter % SESSION_JITTER_SECONDS);
  const key = await trader.createSessionKey(endsAtSeconds);
  return { key, endsAt: endsAtSeconds * MILLIS };
}

async function keylessTrader(site: Site, terms: ExchangeTerms, session: Session): Promise<Trader> {
  if (session.kind === 'injected') return askedTrader(site, terms, session);
  const privateKey = storedPlayKey(site.clob, terms);
  if (privateKey === null) throw new Error(NO_PLAY_WALLET);
  return playTrader(site.clob, terms, privateKey);
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
  return askingTrader(site, terms, account, provider ?? nobody());
}

function nobody(): Provider {
  return { request: () => Promise.reject(new Error(GONE)) };
}

function askingTrader(site: Site, terms: ExchangeTerms, account: string, provider: Provider): AskedTradingClient {
  const sign: SignTypedData = async (typed) => {
    await showing(provider, account);
    await onChain(provider, terms.domain.chain_id, site.chain);
    return String(await provider.request({ method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typed)] }));
  };
  return new AskedTradingClient({ ...spoken(site.clob, terms), wallet: askedWallet(account, sign) });
}

/** Requests the accounts of a locked wallet. A wallet that shows other accounts would sign for another address, or not at all. */
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
