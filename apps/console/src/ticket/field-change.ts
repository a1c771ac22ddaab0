import { fieldTextOf, typedFigure, type FieldUnit } from '../figures/typed-figure';
import { costUp, pipsOf, sharesFor } from './estimate';
import { centsText, unitOf, worstCents, type TicketFields, type TicketMarket } from './plan';

/** The ticket's fields, and whether the reader typed the price; else it follows the book. */
export interface TicketState {
  readonly fields: TicketFields;
  readonly isPriceOwn: boolean;
}

/** Best price of the opposite side, dollars as a decimal; null when that side is empty. */
export function offeredPrice(side: TicketFields['side'], { bids, asks }: Pick<TicketMarket, 'bids' | 'asks'>): string | null {
  return (side === 'BUY' ? asks : bids).at(-1)?.price ?? null;
}

/** The fields as shown and sent: a price that the reader did not type is the best offered one, or empty. */
export function shownFields({ fields, isPriceOwn }: TicketState, market: TicketMarket): TicketFields {
  if (isPriceOwn) return fields;
  if (fields.kind === 'market') return { ...fields, cents: worstCents(fields, market) };
  const pips = pipsOf(offeredPrice(fields.side, market) ?? '');
  return { ...fields, cents: pips === null ? '' : centsText(pips) };
}

/**
 * The ticket's fields after a change. A number whose meaning changes is replaced: another side or order type takes the price of
 * that side. An amount whose unit changes is converted at the displayed price, or cleared without one.
 * Typing an amount fixes the price of a limit order, so that it does not move under the reader.
 */
export function changed(state: TicketState, change: Partial<TicketFields>, market: TicketMarket): TicketState {
  const shown = shownFields(state, market);
  const isSwitch = 'side' in change || 'kind' in change;
  const next = { ...shown, ...change };
  if ('cents' in change) return { fields: next, isPriceOwn: true };
  if (isSwitch || 'unit' in change) {
    const amount = 'amount' in change ? next.amount : convertedAmount(shown, next, market);
    return { fields: { ...next, amount }, isPriceOwn: !isSwitch && state.isPriceOwn };
  }
  return { fields: next, isPriceOwn: state.isPriceOwn || ('amount' in change && next.kind === 'limit' && next.cents !== '') };
}

/** The ticket of another outcome: takes that outcome's best price; shares and dollars stay unchanged. */
export function onOtherOutcome({ fields }: TicketState): TicketState {
  return { fields, isPriceOwn: false };
}

/** Adds to the amount; a text that is not a number of its unit is replaced. */
export function amountPlus({ amount }: Pick<TicketFields, 'amount'>, added: number, unit: FieldUnit = 'shares'): string {
  return fieldTextOf(microsIn(amount, unit) + BigInt(added) * 1_000_000n);
}

/** Zero for a text that is not a number of the unit. */
function microsIn(text: string, unit: FieldUnit): bigint {
  const micros = typedFigure(text, unit);
  return typeof micros === 'bigint' ? micros : 0n;
}

/** Uses the limit of a limit order, else the best offered price: a market order's limit is far from the price it pays. */
function convertedAmount(from: TicketFields, to: TicketFields, market: TicketMarket): string {
  if (unitOf(from) === unitOf(to)) return to.amount;
  const cents = microsIn(from.cents, 'cents');
  const pips = from.kind === 'limit' ? cents / 10_000n : (pipsOf(offeredPrice(from.side, market) ?? '') ?? 0n);
  const amount = microsIn(from.amount, unitOf(from));
  if (amount === 0n || pips === 0n) return '';
  const converted = unitOf(to) === 'dollars' ? wholeCents(costUp(amount, pips)) : sharesFor(amount, pips);
  return converted === 0n ? '' : fieldTextOf(converted);
}

const CENT_MICROS = 10_000n;

function wholeCents(micros: bigint): bigint {
  return ((micros + CENT_MICROS - 1n) / CENT_MICROS) * CENT_MICROS;
}
