import { sentenceOf, type Explained } from '../live/explained';
import { fieldsOf, type Fields } from '../live/fields-of';
import { detailWords, type RefusedSide } from './refusal-details';

/** Sentences for errors of services and wallets, by code. All other errors show their own sentence. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  // Wallets: EIP-1193, EIP-1474, and this page's own codes (chain.ts, trader.ts).
  ['4001', 'You declined in your wallet. Nothing was sent.'],
  ['4100', 'Your wallet does not let this page use that account: unlock it, and allow the account here.'],
  ['4200', 'Your wallet cannot do what trading needs: sign typed data (EIP-712).'],
  ['-32601', 'Your wallet cannot do what trading needs: sign typed data (EIP-712).'],
  ['4900', 'Your wallet has no connection. Nothing was sent.'],
  ['4901', 'Your wallet has no connection to the chain that orders are signed for. Nothing was sent.'],
  ['ACTION_REJECTED', 'You declined in your wallet. Nothing was sent.'],
  ['-32002', 'Your wallet is still asking you something: open it and answer there, then try again.'],
  ['no_signature', 'Your wallet gave no signature. Nothing was sent.'],
  // This page's own check before it sends an order (fee-change.ts).
  [
    'fee_changed',
    'The market’s fee has changed since you reviewed the order. Nothing was sent: look at what it costs now, and review it again.',
  ],
  // The exchange.
  ['no_answer', 'The exchange did not answer.'],
  ['ETIMEDOUT', 'The exchange did not answer in time.'],
  ['invalid_l1', 'The exchange rejected your wallet’s login signature.'],
  ['invalid_l2', 'The exchange no longer accepts your API key.'],
  ['sign_in_ended', 'Your sign-in has ended. What you typed is still here: sign in again to go on.'],
  ['too_many_keys', 'This wallet has reached its maximum number of sign-ins. Sign out elsewhere, or wait until a sign-in ends.'],
  ['invalid_signature', 'The signature is not of the account that you signed in with.'],
  ['owner_mismatch', 'The order was signed under another API key: review it again.'],
  ['readonly_key', 'Your API key is read-only.'],
  ['rate_limited', 'Too many requests came from here. Nothing was done: try again in a moment.'],
  ['engine_busy', 'The exchange is overloaded right now. Nothing was done: try again in a moment.'],
  ['database_unavailable', 'The exchange cannot write at present. Nothing was done: try again in a moment.'],
  ['engine_not_ready', 'The exchange is starting. Nothing was done: try again in a moment.'],
  ['overloaded', 'The exchange is overloaded right now. Nothing was done: try again in a moment.'],
  ['not_enough_balance', 'You do not have enough for this order.'],
  ['size_too_small', 'The order is smaller than this market’s minimum.'],
  ['size_too_large', 'The order is larger than the exchange’s maximum.'],
  ['price_off_tick', 'The price is no multiple of this market’s tick.'],
  ['invalid_price', 'The price must be from one tick to one dollar minus one tick.'],
  ['invalid_expiration', 'The order would end too soon.'],
  ['post_only_crosses', 'The order would trade at once, but it is post-only.'],
  ['fok_not_filled', 'The book cannot fill all of it within your limit price, so none of it would be done.'],
  ['fok_too_many_fills', 'It would take more fills than one order may have.'],
  ['fak_no_match', 'Nothing in the book is within your limit price.'],
  ['market_not_accepting', 'This market does not accept orders now.'],
  ['market_closed', 'This market is closed.'],
  ['market_resolved', 'This market is resolved.'],
  ['too_many_open_orders', 'You have reached the maximum number of open orders.'],
  ['too_many_market_orders', 'You have reached the maximum number of open orders in this market.'],
  ['closed_only', 'This wallet may only sell, merge and cancel.'],
  ['user_banned', 'This wallet may not trade here.'],
  ['order_too_old', 'The order was signed too long ago: review it again.'],
  ['outcome_unknown', 'It is not known yet whether the order was accepted.'],
]);

/** A refusal from its code and details; `side` is that of the refused order. */
export function wordsOf(
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
  side?: RefusedSide,
): Explained {
  const known = SENTENCES.get(isExpiry(code, details) ? 'sign_in_ended' : code);
  return { sentence: known ?? sentenceOf(message), advice: detailWords(code, details, side) };
}

/** Whether it is the exchange's error for an expired key. */
function isExpiry(code: string, { part }: Readonly<Record<string, unknown>>): boolean {
  return code === 'invalid_l2' && part === 'expired';
}

/** The explanation of any error of a client, a service or a wallet. */
export function wordsOfFault(fault: unknown, side?: RefusedSide): Explained {
  const { code, message, details } =
    typeof fault === 'object' && fault !== null ? knownOf(fault) : { code: '', message: String(fault), details: {} };
  return wordsOf(code, message, details, side);
}

/** The code of a service's or wallet's error; empty without one. */
export function codeOf(fault: unknown): string {
  return typeof fault === 'object' && fault !== null ? knownOf(fault).code : '';
}

interface Known {
  readonly code: string;
  readonly message: string;
  readonly details: Fields;
}

/** The code, message and details of an error; empty where it has none. */
export function knownOf(fault: object): Known {
  const code = 'code' in fault && (typeof fault.code === 'string' || typeof fault.code === 'number') ? String(fault.code) : '';
  const message = 'message' in fault && typeof fault.message === 'string' ? fault.message : 'Something failed';
  const details = 'details' in fault ? fieldsOf(fault.details) : {};
  return { code, message, details };
}
