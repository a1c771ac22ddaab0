import { centsOf, groupedDecimal } from '../figures/decimal-text';
import { instantText } from '../figures/instants';
import { detailLines } from '../live/explained';

/** Side of the refused order: a BUY is paid in dollars, a SELL in shares. Undefined without an order, which means dollars. */
export type RefusedSide = 'BUY' | 'SELL' | undefined;
type Details = Readonly<Record<string, unknown>>;
type Words = (details: Details, side: RefusedSide) => readonly string[];

const CENTS_DIGITS = 2;
/** Details that help no user: ids of what the page shows anyway, and the user's own choices. */
const SILENT: Words = () => [];

/** The details of a refusal by its code, in units for users: dollars, shares, cents, a time. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['not_enough_balance', fundsWords],
  ['size_too_small', (details) => sizeWords(details, 'the minimum is')],
  ['size_too_large', (details) => sizeWords(details, 'the maximum is')],
  [
    'price_off_tick',
    ({ price, tick, nearest }) => [
      `${cents(price)} is no multiple of ${cents(tick)}.`,
      ...(nearest === undefined ? [] : [`The nearest price is ${cents(nearest)}.`]),
    ],
  ],
  ['invalid_price', ({ price, minimum, maximum }) => [`${cents(price)} is not between ${cents(minimum)} and ${cents(maximum)}.`]],
  ['invalid_expiration', ({ earliest }) => (earliest === undefined ? [] : [`The earliest expiration is ${instant(earliest)}.`])],
  ['post_only_crosses', limitWords],
  ['fok_not_filled', limitWords],
  ['fak_no_match', limitWords],
  ['fok_too_many_fills', ({ fillsMax }) => [`The maximum is ${figure(fillsMax)}.`]],
  ['too_many_open_orders', countWords],
  ['too_many_market_orders', countWords],
  ['market_closed', SILENT],
  ['market_resolved', SILENT],
  ['market_not_accepting', SILENT],
  ['post_only_order_type', SILENT],
  ['owner_mismatch', SILENT],
  ['invalid_l1', clockWords],
  ['invalid_l2', clockWords],
  ['invalid_signature', signerWords],
]);

/** Advice line by line; for an unknown code the service's own names and values. */
export function detailWords(code: string, details: Details, side?: RefusedSide): readonly string[] {
  if (Object.keys(details).length === 0) return [];
  return WORDS.get(code)?.(details, side) ?? detailLines(details);
}

function fundsWords({ have, locked, need }: Details, side: RefusedSide): readonly string[] {
  const amount = side === 'SELL' ? shares : dollars;
  const held = locked === undefined || locked === '0' ? '' : `, of which open orders hold ${amount(locked)}`;
  return [`You have ${amount(have)}${held}.`, `It needs ${amount(need)}.`];
}

/** `budget` is in dollars, `size` in shares; a split or merge has an `amount` of sets. */
function sizeWords({ budget, size, amount, minimum, maximum }: Details, bound: string): readonly string[] {
  const unit = budget === undefined ? shares : dollars;
  return [`It is ${unit(budget ?? size ?? amount)}, ${bound} ${unit(minimum ?? maximum)}.`];
}

function limitWords({ price }: Details): readonly string[] {
  return price === undefined ? [] : [`Its price is ${cents(price)}.`];
}

function countWords({ open, maximum }: Details): readonly string[] {
  return [`You have ${figure(open)} open, the maximum is ${figure(maximum)}.`];
}

/** Signatures contain this device's time; the service returns its own. */
function clockWords({ part, serverTimeSeconds }: Details): readonly string[] {
  if (part !== 'timestamp') return [];
  return ['The clock of this device is wrong.', `The exchange’s time is ${instant(serverTimeSeconds)}.`];
}

function signerWords({ signer, recovered }: Details): readonly string[] {
  if (typeof recovered !== 'string' || typeof signer !== 'string') return [];
  return [`Signed in as ${signer}, signed by ${recovered}.`];
}

function dollars(said: unknown): string {
  return `$${groupedDecimal(figureOf(said), CENTS_DIGITS)}`;
}

function shares(said: unknown): string {
  return `${figure(said)} ${String(said) === '1' ? 'share' : 'shares'}`;
}

function cents(said: unknown): string {
  return `${centsOf(figureOf(said))}¢`;
}

function figure(said: unknown): string {
  return groupedDecimal(figureOf(said));
}

function instant(unixSeconds: unknown): string {
  const seconds = Number(unixSeconds);
  return Number.isFinite(seconds) ? instantText(seconds) : String(unixSeconds);
}

function figureOf(said: unknown): string {
  return typeof said === 'string' || typeof said === 'number' ? String(said) : '—';
}
