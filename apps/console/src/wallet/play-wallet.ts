import type { ExchangeTerms } from '@foretell/contracts';
import { jsonFields } from '../live/fields-of';
import { storedText, storeText } from './browser-storage';
import { randomHex } from './random-hex';

/** Purpose of a play wallet: stored next to its private key, and shown with the wallet. */
export const PLAY_WALLET_USE = 'play wallet, for testing; not for real money';

const PRIVATE_KEY = /^0x[0-9a-f]{64}$/;
const PRIVATE_KEY_BYTES = 32;

/** Whether the exchange uses play money. */
export function isSandbox({ sandbox_credit: credit }: ExchangeTerms): boolean {
  return credit !== null;
}

/** The private key of the site's play wallet; null for none. Throws, and reads nothing, if the money is real. */
export function storedPlayKey(clob: string, terms: ExchangeTerms): string | null {
  requireSandbox(terms);
  return privateKeyOf(storedText(nameOf(clob)));
}

/** The stored private key, else a new one. Throws if the money is real. */
export function playKey(clob: string, terms: ExchangeTerms): string {
  return storedPlayKey(clob, terms) ?? `0x${randomHex(PRIVATE_KEY_BYTES)}`;
}

export function storePlayKey(clob: string, privateKey: string): void {
  storeText(nameOf(clob), JSON.stringify({ use: PLAY_WALLET_USE, privateKey }));
}

export function forgetPlayKey(clob: string): void {
  storeText(nameOf(clob), null);
}

/** Earlier releases stored the private key in the session. */
export function movePlayKey(clob: string, session: string): void {
  const privateKey = privateKeyOf(session);
  if (privateKey !== null) storePlayKey(clob, privateKey);
}

function nameOf(clob: string): string {
  return `foretell.play-wallet:${clob}`;
}

function privateKeyOf(text: string | null): string | null {
  const { privateKey } = jsonFields(text);
  return typeof privateKey === 'string' && PRIVATE_KEY.test(privateKey) ? privateKey : null;
}

function requireSandbox(terms: ExchangeTerms): void {
  if (!isSandbox(terms)) throw new Error('The money of this exchange is real: a play wallet is not used here.');
}
