import type { FeeSchedule } from '@foretell/units';
import { FEE_EXPONENT_MAX, type OrderType, type Resolution } from '../command';
import type { MarketStatus } from '../fact';
import type { Account } from '../ledger/account';
import { COLLATERAL } from '../ledger/holding-pool';
import type { Holding } from '../ledger/holding-pool';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import { Cell, Slot, Word, statusIn } from '../orders/order-slot';
import type { TotalsRow } from '../rows';
import type { State } from '../state';
import type { HashVersion } from './hash-version';
import { RowHasher, textKey } from './state-hash';
import type { Digest } from './state-hash';

const MARKET_STATUS: Record<MarketStatus, number> = { active: 1, paused: 2, closed: 3, resolved: 4 };
const RESOLUTION: Record<Resolution, number> = { outcome0: 1, outcome1: 2, half: 3 };
const ORDER_TYPE: Record<OrderType, number> = { GTC: 1, GTD: 2, FOK: 3, FAK: 4 };

const enum Kind {
  market = 1,
  balance = 2,
  order = 3,
  totals = 4,
}

/** The shared digest: each result is valid until the next call. */
const hasher = new RowHasher();

/*
 * Version 2 gives every field its own words. Version 1 has no versions to distinguish releases, so it folds later fields into
 * existing words. Their default values add nothing: earlier states keep their hashes.
 */

export function hashMarket(market: Market, version: HashVersion): Digest {
  hasher
    .start(Kind.market)
    .word(market.hashKey)
    .word(MARKET_STATUS[market.status])
    .word(market.resolution === null ? 0 : RESOLUTION[market.resolution])
    .number(market.tickPips)
    .number(market.minimumSizeMicros)
    .number(version === 1 ? feeCode(market) : market.feeRateBps)
    .number(market.delayMillis)
    .number(market.setsMicros)
    .optional(market.lastTradePips);
  if (version !== 1) hasher.word(market.feeExponent);
  return hasher.finish();
}

/** Exponent 1 adds nothing: a state from before exponents existed keeps its hash. */
function feeCode({ feeRateBps, feeExponent }: FeeSchedule): number {
  return feeRateBps + ((feeExponent + FEE_EXPONENT_MAX) % (FEE_EXPONENT_MAX + 1)) * 65_536;
}

export function hashHolding({ accounts, markets, holdings }: State, holding: Holding): Digest {
  const account = accounts[holdings.account(holding)] as Account;
  const market = holdings.market(holding);
  return hasher
    .start(Kind.balance)
    .word(account.hashKey)
    .word(market === COLLATERAL ? 0 : (markets[market] as Market).hashKey)
    .word(holdings.outcome(holding) ?? 2)
    .number(holdings.availableMicros(holding))
    .number(holdings.lockedMicros(holding))
    .finish();
}

export function hashOrder(state: State, order: Order): Digest {
  const { cells, words } = state.orders;
  const cell = order * Slot.cells;
  const word = order * Slot.words;
  let key = words[word + Word.hashKey] as number;
  if (key === 0) {
    key = fixedPartOf(state, order);
    words[word + Word.hashKey] = key;
  }
  return hasher
    .start(Kind.order)
    .word(key)
    .word(statusIn(words[word + Word.traits] as number) === 'delayed' ? 1 : 0)
    .number(cells[cell + Cell.priority] as number)
    .number(cells[cell + Cell.filled] as number)
    .number(cells[cell + Cell.filledUsdc] as number)
    .number(cells[cell + Cell.locked] as number)
    .finish();
}

function fixedPartOf(state: State, order: Order): number {
  const { orders } = state;
  const kind = (ORDER_TYPE[orders.orderType(order)] << 3) | (orders.outcome(order) << 2) | (orders.isBuy(order) ? 2 : 0);
  const flags = orders.flags(order);
  const isFolded = state.hashVersion === 1;
  hasher
    .start(Kind.order)
    .word(textKey(orders.orderId(order)))
    .word(state.accountOf(order).hashKey)
    .word(state.marketOf(order).hashKey)
    .word(isFolded ? kind | flagsCode(flags) : kind)
    .number(orders.pricePips(order))
    .number(orders.sizeMicros(order))
    .optional(orders.budgetMicros(order))
    .optional(orders.expiresAt(order))
    .optional(orders.dueAt(order))
    .number(orders.acceptedAt(order));
  if (!isFolded) hasher.word(flags);
  return hasher.key();
}

/** The first flag is next to the side, where it was as the only flag; the others are above the type. */
function flagsCode(flags: number): number {
  return (flags & 1) | ((flags >>> 1) << 8);
}

/** Every state has totals, so no state has the same digits under two versions. */
export function hashTotals(totals: TotalsRow, version: HashVersion): Digest {
  hasher
    .start(Kind.totals)
    .number(totals.creditedMicros)
    .number(totals.debitedMicros)
    .number(totals.feesMicros)
    .number(totals.tradeNumber)
    .number(totals.priority)
    .number(totals.at);
  if (version !== 1) hasher.word(version);
  return hasher.finish();
}
