import { formatMicros, formatPips, pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import type { Command } from '../command';
import type { ExchangeEvent, Fill, PositionRedeemed } from '../event';
import type { CheckedExchange } from '../model/naive-exchange';
import type { Outcome } from '../outcome';
import { applyWhole } from '../unfinished';
import { commandOf, linesOf } from './parse';

const amount = (micros: number): string => formatMicros(sizeMicros(micros));

function ofFill(taker: string, fill: Fill): string {
  const size = amount(fill.sizeMicros);
  const pair = `${taker}x${fill.makerOrderId}`;
  const fee = fill.takerFeeMicros > 0 ? ` fee ${formatMicros(fill.takerFeeMicros)}` : '';
  if (fill.kind === 'transfer') return `${pair} ${size}@${formatPips(fill.makerPricePips)}${fee}`;
  return `${pair} ${fill.kind}s ${size}${fee}`;
}

function held(event: PositionRedeemed): string {
  return `${amount(event.outcome0Micros)}/${amount(event.outcome1Micros)}`;
}

function ofEvent(event: ExchangeEvent): string[] {
  switch (event.type) {
    case 'trade':
      return event.fills.map((fill) => ofFill(event.takerOrderId, fill));
    case 'orderClosed':
      return [`${event.orderId} ${event.reason} ${amount(event.unfilledMicros)}`];
    case 'positionRedeemed':
      return [`${event.wallet} redeems ${held(event)} for ${formatMicros(event.payoutMicros)}`];
    default:
      return [];
  }
}

/** The result of the command itself, beyond its events. */
function ofOutcome(exchange: CheckedExchange, command: Command, outcome: Outcome): string[] {
  if (outcome.type === 'rejected') {
    return [`rejected: ${outcome.reason}`];
  }
  if (outcome.type === 'canceled') return outcome.delayedOrderIds.map((id) => `${id} stays`);
  if (command.type !== 'placeOrder') return [];
  const order = exchange.order(command.orderId);
  if (order?.status === 'delayed') return [`${order.orderId} delayed`];
  if (order?.status !== 'live') return [];
  return [`${order.orderId} rests ${amount(order.sizeMicros - order.filledMicros)}`];
}

function holdings(exchange: CheckedExchange, wallet: string): string {
  const rows = exchange.snapshot().balances.filter((row) => row.wallet === wallet);
  const of = (outcome: number | null, name: string): string[] => {
    const row = rows.find((balance) => balance.outcome === outcome);
    if (row === undefined) return [];
    const locked = row.lockedMicros > 0 ? ` (${amount(row.lockedMicros)} locked)` : '';
    return [`${formatMicros(usdcMicros(row.availableMicros + row.lockedMicros))} ${name}${locked}`];
  };
  return [...of(null, 'USDC'), ...of(0, 'YES'), ...of(1, 'NO')].join(', ') || 'nothing';
}

/** `0.55x3 0.60x10 | 0.65x2`: the levels in the price of YES, from the lowest bid to the highest ask. */
function book(exchange: CheckedExchange): string {
  const sizes: Record<'bid' | 'ask', Map<number, number>> = { bid: new Map(), ask: new Map() };
  for (const order of exchange.snapshot().orders) {
    if (order.status !== 'live') continue;
    const side = (order.side === 'BUY') === (order.outcome === 0) ? 'bid' : 'ask';
    const pips = order.outcome === 0 ? order.pricePips : 10_000 - order.pricePips;
    sizes[side].set(pips, (sizes[side].get(pips) ?? 0) + order.sizeMicros - order.filledMicros);
  }
  const side = (levels: Map<number, number>): string =>
    [...levels]
      .sort(([a], [b]) => a - b)
      .map(([pips, size]) => `${formatPips(pricePips(pips))}x${amount(size)}`)
      .join(' ') || '-';
  return `${side(sizes.bid)} | ${side(sizes.ask)}`;
}

function look(exchange: CheckedExchange, words: readonly string[]): string {
  const [subject = '', object = ''] = words;
  if (subject === 'book') return book(exchange);
  if (subject !== 'order') return holdings(exchange, subject);
  const order = exchange.order(object);
  if (order === undefined) return 'unknown';
  return `${order.status} filled ${amount(order.filledMicros)} for ${formatMicros(order.filledUsdcMicros)}`;
}

/** Runs the scenario; returns each line with its actual result. Checks the invariants after every line. */
export function act(exchange: CheckedExchange, scenario: string): string[] {
  let now = 1_000;
  return linesOf(scenario).map(({ words, text }) => {
    const command = commandOf(words, now);
    const doing = text.split('->')[0]?.trim() ?? '';
    if (command === undefined) return `${doing} -> ${look(exchange, words)}`;
    now = command.at;
    const outcome = applyWhole(exchange, command);
    exchange.checkInvariants();
    const results = [...exchange.takeEvents().flatMap(ofEvent), ...ofOutcome(exchange, command, outcome)];
    return results.length === 0 ? doing : `${doing} -> ${results.join(', ')}`;
  });
}

/** The scenario as written, in the same form. */
export function expectedLines(scenario: string): string[] {
  return linesOf(scenario).map(({ text, expected }) => {
    const doing = text.split('->')[0]?.trim() ?? '';
    return expected === '' ? doing : `${doing} -> ${expected}`;
  });
}
