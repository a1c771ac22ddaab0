import { detailLines, sentenceOf, type Explained } from '../live/explained';

/** What the surfaces and wallets say by a code, for a person. Everything else is told in their own sentence. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['4001', 'You declined in your wallet. Nothing was sent.'],
  ['no_answer', 'The exchange did not answer.'],
  ['ETIMEDOUT', 'The exchange did not answer in time.'],
  ['not_enough_balance', 'You do not have enough for this order.'],
  ['size_too_small', 'The order is smaller than this market takes.'],
  ['size_too_large', 'The order is larger than the exchange takes.'],
  ['price_off_tick', 'The price is no multiple of this market’s tick.'],
  ['invalid_price', 'The price must lie between one tick and a dollar less one tick.'],
  ['invalid_expiration', 'The order would end too soon.'],
  ['post_only_crosses', 'The order would trade at once, and you asked for one that only rests.'],
  ['fok_not_filled', 'The book cannot fill all of it within your worst price, so none of it would be done.'],
  ['fok_too_many_fills', 'It would take more fills than one order may have.'],
  ['fak_no_match', 'Nothing in the book is within your worst price.'],
  ['market_not_accepting', 'This market takes no orders now.'],
  ['market_resolved', 'This market is resolved.'],
  ['too_many_open_orders', 'You have as many open orders as one may have.'],
  ['too_many_market_orders', 'You have as many open orders in this market as one may have.'],
  ['closed_only', 'This wallet may only cancel.'],
  ['user_banned', 'This wallet may not trade here.'],
  ['order_too_old', 'The order was signed too long ago: review it again.'],
  ['outcome_unknown', 'It is not known yet whether the order was taken.'],
]);

/** A refusal with the code and details that came with it. */
export function wordsOf(code: string, message: string, details: Readonly<Record<string, unknown>> = {}): Explained {
  const known = SENTENCES.get(code);
  return { sentence: known ?? sentenceOf(message), advice: detailLines(details) };
}

/** Whatever a client, a surface or a wallet threw. */
export function wordsOfFault(fault: unknown): Explained {
  const { code, message, details } =
    typeof fault === 'object' && fault !== null ? knownOf(fault) : { code: '', message: String(fault), details: {} };
  return wordsOf(code, message, details);
}

interface Known {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function knownOf(fault: object): Known {
  const code = 'code' in fault && (typeof fault.code === 'string' || typeof fault.code === 'number') ? String(fault.code) : '';
  const message = 'message' in fault && typeof fault.message === 'string' ? fault.message : 'Something failed';
  const details = 'details' in fault && typeof fault.details === 'object' && fault.details !== null ? { ...fault.details } : {};
  return { code, message, details };
}
