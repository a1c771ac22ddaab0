import { unixMillis } from '@foretell/units';
import type { Command } from '../command';
import { createExchange, restoreExchange } from '../create-exchange';
import { USUAL_BOUNDS, type Exchange, type ExchangeBounds, type ExchangeRules } from '../exchange';
import type { ExchangeEvent } from '../event';
import { STATE_HASH } from '../record/row-hash';
import type { Outcome } from '../outcome';
import type { Changes, FollowedRows, Snapshot } from '../rows';
import { applyWhole, type Unfinished } from '../unfinished';
import { GTD_MINIMUM_MILLIS } from './commands.arbitrary';
import { checkedExchange, sorted } from './checked-exchange';
import { NaiveExchange } from './naive-exchange';
import { NEXT_HASH } from './next-hash';

/** Comparing complete states is the most expensive check. A difference persists, so it is found a few commands later. */
const STATE_EVERY = 16;
/** So tight that every bound is met. */
const TIGHT: ExchangeBounds = { openOrdersMax: 16, marketOrdersMax: 9, fillsMax: 2, stepMax: 3, approvalMillis: 60 };

/** Half of the sequences reach the bounds; the others do not. */
export function rulesFor(commands: readonly Command[]): ExchangeRules {
  return { gtdMinimumMillis: GTD_MINIMUM_MILLIS, bounds: commands.length % 2 === 0 ? TIGHT : USUAL_BOUNDS };
}

/** Applies each step of the command; `each` receives its result. */
function inSteps(command: Command, apply: (step: Command) => Outcome | Unfinished): void {
  for (let next: Command | null = command; next !== null;) {
    const outcome: Outcome | Unfinished = apply(next);
    next = outcome.type === 'unfinished' ? outcome.next : null;
  }
}

/** Compares data field by field: faster than a test matcher, which matters for a million comparisons. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left: Readonly<Record<string, unknown>> = { ...a };
  const right: Readonly<Record<string, unknown>> = { ...b };
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && isSame(left[key], right[key]));
}

/** Throws unless both values are equal, field by field. */
export function same(actual: unknown, expected: unknown, what: string | (() => string)): void {
  if (isSame(actual, expected)) return;
  const subject = typeof what === 'string' ? what : what();
  throw new Error(`${subject} differ:\n${JSON.stringify(actual, null, 1)}\n--- expected\n${JSON.stringify(expected, null, 1)}`);
}

/** The orders that an event changed, whether still open or closed. */
function ordersIn(event: ExchangeEvent): string[] {
  if (event.type === 'trade') return [event.takerOrderId, ...event.fills.map((fill) => fill.makerOrderId)];
  return event.type === 'orderAccepted' || event.type === 'orderClosed' ? [event.orderId] : [];
}

/** Outcome, events and rows equal those of the reference model, and every invariant holds after every command. */
export function agreesWithNaive(commands: readonly Command[]): void {
  const fast = checkedExchange(createExchange(rulesFor(commands)));
  const naive = new NaiveExchange(rulesFor(commands));
  commands.forEach((command, index) => {
    const about = (what: string) => () => `${what} after ${index}: ${JSON.stringify(command)}`;
    inSteps(command, (step) => {
      const outcome = fast.apply(step);
      same(outcome, naive.apply(step), about('outcomes'));
      return outcome;
    });
    const events = naive.takeEvents();
    same(fast.takeEvents(), events, about('facts'));
    for (const orderId of events.flatMap(ordersIn)) same(fast.order(orderId), naive.order(orderId), about('orders'));
    same(fast.nextDueAt(), naive.nextDueAt(), about('due times'));
    if (index % STATE_EVERY === 0) same(sorted(fast.snapshot()), sorted(naive.snapshot()), about('states'));
    fast.checkInvariants();
  });
  naive.checkInvariants();
  same(sorted(fast.snapshot()), sorted(naive.snapshot()), 'final states');
}

/**
 * After every command: checks the invariants, and the incremental hash against the recomputed one. Drains in odd batches, and
 * sometimes changes the hash definition. Commands in several steps are interleaved with others.
 */
export function keepsInvariants(commands: readonly Command[]): void {
  const exchange = createExchange(rulesFor(commands));
  const begun: Command[] = [];
  const step = (command: Command): void => {
    const outcome = exchange.apply(command);
    exchange.checkInvariants();
    if (outcome.type === 'unfinished') begun.push(outcome.next);
  };
  commands.forEach((command, index) => {
    step(command);
    const [oldest] = begun.splice(0, index % 3 === 0 ? 1 : 0);
    if (oldest !== undefined) step({ ...oldest, at: command.at });
    if (index % 11 === 10) exchange.rehash(index % 2 === 0 ? STATE_HASH : NEXT_HASH);
    if (index % 7 === 0) same(exchange.drain().changes.stateHash, exchange.stateHash(), 'hashes');
  });
  const { at } = commands.at(-1) ?? { at: unixMillis(0) };
  for (let next = begun.shift(); next !== undefined; next = begun.shift()) step({ ...next, at });
  same(exchange.drain().changes.stateHash, exchange.stateHash(), 'final hashes');
}

/** The same commands give the same outcomes, events, rows and hash, regardless of batching and of reads in between. */
export function isDeterministic(commands: readonly Command[]): void {
  const first = createExchange(rulesFor(commands));
  const second = createExchange(rulesFor(commands));
  const events: unknown[][] = [[], []];
  commands.forEach((command, index) => {
    inSteps(command, (step) => {
      const outcome = first.apply(step);
      same(outcome, second.apply(step), 'outcomes');
      return outcome;
    });
    second.nextDueAt();
    if (index % 5 === 0) events[0]?.push(...first.drain().facts);
    if (index % 7 === 0) events[1]?.push(...second.drain().facts);
  });
  const ends = [first.drain(), second.drain()];
  same([...(events[0] ?? []), ...(ends[0]?.facts ?? [])], [...(events[1] ?? []), ...(ends[1]?.facts ?? [])], 'facts');
  same(ends[0]?.changes.stateHash, ends[1]?.changes.stateHash, 'hashes');
  same(first.snapshot(), second.snapshot(), 'snapshots');
}

/** An exchange restored from its rows, in any order, continues as if it had never stopped. */
export function restoresAnywhere(commands: readonly Command[], at: number): void {
  const rules = rulesFor(commands);
  const original = createExchange(rules);
  const before = commands.slice(0, at);
  const closedIds = new Set<string>();
  for (const command of before) {
    original.drain();
    // Applies only the first step of the last command: the rows contain what is left.
    if (command === before.at(-1)) original.apply(command);
    else applyWhole(original, command);
    if (command.type === 'placeOrder') closedIds.add(command.orderId);
  }
  const { stateHash } = original.drain().changes;
  const snapshot = original.snapshot();
  for (const { orderId } of snapshot.orders) closedIds.delete(orderId);
  const closed = [...closedIds].flatMap((orderId) => original.order(orderId) ?? []);
  const restored = restoreExchange(shuffled(snapshot), rules, closed);
  same(sortedRows(restored.unfinished()), sortedRows(original.unfinished()), 'what is unfinished');
  same(restored.stateHash(), stateHash, 'hashes after the restore');
  same(restored.drain().facts, [], 'events of a restore');
  for (const command of [...original.unfinished(), ...commands.slice(at)]) {
    inSteps(command, (step) => {
      const outcome = original.apply(step);
      same(restored.apply(step), outcome, `outcomes of ${JSON.stringify(step)}`);
      return outcome;
    });
    same(drainSorted(restored), drainSorted(original), `changes of ${JSON.stringify(command)}`);
  }
  restored.checkInvariants();
}

/**
 * A follower that applies another exchange's drained rows has its hash after each drain, and drains the same levels and quotes.
 * It takes over and continues as if it had applied the commands itself. Drains are batched, so that orders come, trade and go
 * within one.
 */
export function followsAndTakesOver(commands: readonly Command[], at: number, every: number): void {
  const writer = createExchange(rulesFor(commands));
  const standby = createExchange(rulesFor(commands));
  const placed = new Set<string>();
  const [published, known] = [new Map<string, number>(), new Map<string, number>()];
  const before = commands.slice(0, at);
  before.forEach((command, index) => {
    applyWhole(writer, command);
    if (index % every !== 0 && index !== before.length - 1) return;
    const { changes } = writer.drain();
    const followed = standby.follow(followedRows(changes, placed));
    same(followed.stateHash, changes.stateHash, 'hashes of a drain');
    // A level that came and went within the drain may appear in one and not in the other: it changes nothing.
    same(newLevels(followed, known).sort(), newLevels(changes, published).sort(), 'levels of a drain');
    same(sortedRows(followed.quotes), sortedRows(changes.quotes), 'quotes of a drain');
    standby.checkInvariants();
  });
  same(standby.stateHash(), writer.stateHash(), 'hashes at the take-over');
  for (const command of commands.slice(at)) {
    same(applyWhole(standby, command), applyWhole(writer, command), `outcomes of ${JSON.stringify(command)}`);
    same(drainSorted(standby), drainSorted(writer), `changes of ${JSON.stringify(command)}`);
  }
  standby.checkInvariants();
}

function newLevels({ levels }: Changes, known: Map<string, number>): string[] {
  return levels.flatMap(({ conditionId, side, pricePips, sizeMicros }) => {
    const key = `${conditionId}/${side}/${pricePips}`;
    if ((known.get(key) ?? 0) === sizeMicros) return [];
    known.set(key, sizeMicros);
    return [`${key}/${sizeMicros}`];
  });
}

function followedRows({ markets, balances, orders, totals }: Changes, placed: Set<string>): FollowedRows {
  const newOrders = orders.filter(({ orderId }) => !placed.has(orderId));
  const orderStates = orders.filter(({ orderId }) => placed.has(orderId));
  for (const { orderId } of newOrders) placed.add(orderId);
  return { markets, balances, newOrders, orderStates, totals };
}

/** A store that applies each drain's rows has the complete state: every change is drained. */
export function changesAreComplete(commands: readonly Command[]): void {
  const exchange = createExchange(rulesFor(commands));
  const store = { markets: new Map<string, unknown>(), balances: new Map<string, unknown>(), orders: new Map<string, unknown>() };
  const levels = new Map<string, number>();
  const quotes = new Map<string, unknown>();
  commands.forEach((command, index) => {
    applyWhole(exchange, command);
    if (index % 4 !== 3 && index !== commands.length - 1) return;
    const { changes } = exchange.drain();
    for (const row of changes.markets) store.markets.set(row.conditionId, row);
    for (const row of changes.balances) {
      const key = `${row.wallet}/${row.conditionId}/${row.outcome}`;
      if (row.availableMicros + row.lockedMicros > 0) store.balances.set(key, row);
      else store.balances.delete(key);
    }
    for (const row of changes.orders) {
      if (row.status === 'live' || row.status === 'delayed') store.orders.set(row.orderId, row);
      else store.orders.delete(row.orderId);
    }
    for (const row of changes.levels) {
      const key = `${row.conditionId}/${row.side}/${row.pricePips}`;
      if (row.sizeMicros > 0) levels.set(key, row.sizeMicros);
      else levels.delete(key);
    }
    for (const row of changes.quotes) {
      const { bestBidPips, bestAskPips, lastTradePips } = row;
      if (bestBidPips === null && bestAskPips === null && lastTradePips === null) quotes.delete(row.conditionId);
      else quotes.set(row.conditionId, row);
    }
    const snapshot = sorted(exchange.snapshot());
    const stored = {
      markets: [...store.markets.values()],
      balances: [...store.balances.values()],
      orders: [...store.orders.values()],
    };
    same(sortedRows(stored), sortedRows(snapshot), `stored rows after ${index}`);
    same([...levels].sort(), [...levelsOf(snapshot)].sort(), 'levels');
    same(sortedRows([...quotes.values()]), sortedRows(quotesOf(snapshot)), 'quotes');
  });
}

function sortedRows(rows: unknown): string {
  const plain = Array.isArray(rows) ? { rows } : rows;
  return JSON.stringify(plain, (key, value: unknown) =>
    key !== '' && Array.isArray(value) ? value.map((row) => JSON.stringify(row)).sort() : key === 'totals' ? undefined : value,
  );
}

function levelsOf(snapshot: Snapshot): Map<string, number> {
  const levels = new Map<string, number>();
  for (const row of snapshot.orders) {
    if (row.status !== 'live') continue;
    const isBid = (row.side === 'BUY') === (row.outcome === 0);
    const price = row.outcome === 0 ? row.pricePips : 10_000 - row.pricePips;
    const key = `${row.conditionId}/${isBid ? 'bid' : 'ask'}/${price}`;
    levels.set(key, (levels.get(key) ?? 0) + row.sizeMicros - row.filledMicros);
  }
  return levels;
}

function quotesOf(snapshot: Snapshot): unknown[] {
  return snapshot.markets.flatMap(({ conditionId, lastTradePips }) => {
    const prices = { bid: [-Infinity], ask: [Infinity] };
    for (const key of levelsOf(snapshot).keys()) {
      const [market, side, price] = key.split('/');
      if (market === conditionId) prices[side === 'bid' ? 'bid' : 'ask'].push(Number(price));
    }
    const bid = Math.max(...prices.bid);
    const ask = Math.min(...prices.ask);
    const quote = {
      conditionId,
      bestBidPips: Number.isFinite(bid) ? bid : null,
      bestAskPips: Number.isFinite(ask) ? ask : null,
      lastTradePips,
    };
    return quote.bestBidPips === null && quote.bestAskPips === null && lastTradePips === null ? [] : [quote];
  });
}

function shuffled(snapshot: Snapshot): Snapshot {
  const { markets, balances, orders, totals } = snapshot;
  return { markets: [...markets].reverse(), balances: [...balances].reverse(), orders: [...orders].reverse(), totals };
}

function drainSorted(exchange: Exchange): unknown {
  const { facts: events, changes } = exchange.drain();
  return { facts: events, changes: sortedRows(changes), stateHash: changes.stateHash };
}
