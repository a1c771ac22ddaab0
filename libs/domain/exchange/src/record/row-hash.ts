import type { OrderType, Resolution } from '../command';
import type { MarketStatus } from '../event';
import type { Account } from '../ledger/account';
import { COLLATERAL } from '../ledger/holding-pool';
import type { Holding } from '../ledger/holding-pool';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import { Cell, Slot, Word, statusIn } from '../orders/order-slot';
import type { Proposal, ProposalStage, TotalsRow } from '../rows';
import type { State } from '../state';
import { RowHasher, textKey } from './state-hash';
import type { Digest } from './state-hash';

const MARKET_STATUS: Record<MarketStatus, number> = { active: 1, paused: 2, closed: 3, resolved: 4 };
const RESOLUTION: Record<Resolution, number> = { outcome0: 1, outcome1: 2, half: 3 };
const PROPOSAL_STAGE: Record<ProposalStage, number> = { proposed: 1, disputed: 2, finalized: 3, reversed: 4 };
const ORDER_TYPE: Record<OrderType, number> = { GTC: 1, GTD: 2, FOK: 3, FAK: 4 };

const enum Kind {
  market = 1,
  balance = 2,
  order = 3,
  totals = 4,
}

/** The shared digest: each result is valid until the next call. */
const hasher = new RowHasher();

/**
 * A definition of the state hash: every field of every row has its own words, in this order. A definition never changes. A
 * change adds another one with the next version, so that a later release can verify earlier hashes.
 */
export interface StateHash {
  readonly version: number;
  market(market: Market): Digest;
  holding(state: State, holding: Holding): Digest;
  order(state: State, order: Order): Digest;
  totals(totals: TotalsRow): Digest;
}

export const STATE_HASH: StateHash = {
  version: 2,
  market: hashMarket,
  holding: hashHolding,
  order: hashOrder,
  totals: hashTotals,
};

function hashMarket(market: Market): Digest {
  const { proposal } = market;
  const hashed = hasher
    .start(Kind.market)
    .word(market.hashKey)
    .word(MARKET_STATUS[market.status])
    .word(market.resolution === null ? 0 : RESOLUTION[market.resolution])
    .number(market.tickPips)
    .number(market.minimumSizeMicros)
    .number(market.feeRateBps)
    .number(market.delayMillis)
    .number(market.setsMicros)
    .optional(market.lastTradePips)
    .word(market.feeExponent);
  return (proposal === null ? hashed : withProposal(hashed, proposal)).finish();
}

/** Appended only while a result is under way, so that other states hash as before proposals existed. */
function withProposal(hashed: RowHasher, proposal: Proposal): RowHasher {
  return hashed
    .word(PROPOSAL_STAGE[proposal.stage])
    .word(RESOLUTION[proposal.resolution])
    .word(textKey(proposal.proposedBy))
    .number(proposal.proposedAt)
    .word(textKey(proposal.source))
    .word(textKey(proposal.by))
    .number(proposal.at)
    .word(textKey(proposal.note))
    .optional(proposal.until)
    .word(textKey(proposal.references.join('\n')));
}

function hashHolding({ accounts, markets, holdings }: State, holding: Holding): Digest {
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

function hashOrder(state: State, order: Order): Digest {
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
  return hasher
    .start(Kind.order)
    .word(textKey(orders.orderId(order)))
    .word(state.accountOf(order).hashKey)
    .word(state.marketOf(order).hashKey)
    .word(kind)
    .number(orders.pricePips(order))
    .number(orders.sizeMicros(order))
    .optional(orders.budgetMicros(order))
    .optional(orders.expiresAt(order))
    .optional(orders.dueAt(order))
    .number(orders.acceptedAt(order))
    .word(orders.flags(order))
    .key();
}

/** Every state has totals, so no state has the same digits under two versions. */
function hashTotals(totals: TotalsRow): Digest {
  return hasher
    .start(Kind.totals)
    .number(totals.creditedMicros)
    .number(totals.debitedMicros)
    .number(totals.feesMicros)
    .number(totals.tradeNumber)
    .number(totals.priority)
    .number(totals.at)
    .word(STATE_HASH.version)
    .finish();
}
