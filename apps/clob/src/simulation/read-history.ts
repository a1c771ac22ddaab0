import type { BalanceRow, Exchange, OrderRow } from '@foretell/exchange';
import type { CommitRows } from '../engine/journal/batch';
import { conditionIdOf } from '../testing/catalog-market';
import { ensure } from './books-of-truth';
import { MARKETS } from './catalog';

const ORDERS_MAX = 1_000;

/** What a wallet holds and has open, from a commit on. */
interface Version {
  readonly from: number;
  readonly view: string;
}

const NOTHING: Version = { from: 0, view: viewOf([], []) };

/** A read under way. */
interface BegunRead {
  /** From which commit on the answer may be. */
  readonly floor: number;
  readonly history: number;
}

/** An answer to a wallet that reads. */
export interface WalletRead {
  readonly view: string;
  /** The epoch of the process that answered, where it takes itself for the writer. */
  readonly writerEpoch: number | null;
}

/** What a caller who reads balances and open orders is answered. */
export function readWallet(exchange: Exchange, wallet: string): string {
  const orders = exchange.openOrders({ wallets: [wallet], beforePriority: 0, limit: ORDERS_MAX });
  const markets = Array.from({ length: MARKETS }, (_, index) => conditionIdOf(index + 1));
  const assets = [
    null,
    ...markets.flatMap((conditionId) => [0, 1].map((outcome) => ({ conditionId, outcome: outcome as 0 | 1 }))),
  ];
  const balances = assets.flatMap((asset) => exchange.balance(wallet, asset) ?? []);
  return viewOf(orders, balances);
}

type HeldBalance = Pick<BalanceRow, 'conditionId' | 'outcome' | 'availableMicros' | 'lockedMicros'>;

function viewOf(orders: readonly OrderRow[], balances: readonly HeldBalance[]): string {
  const held = balances.filter(({ availableMicros, lockedMicros }) => availableMicros + lockedMicros > 0);
  return [
    ...orders.map(({ orderId, status, filledMicros }) => `${orderId} ${status} ${filledMicros}`),
    ...held.map(
      ({ conditionId, outcome, availableMicros, lockedMicros }) => `${conditionId} ${outcome} ${availableMicros} ${lockedMicros}`,
    ),
  ]
    .sort()
    .join();
}

/**
 * What every wallet could be answered after every commit, and what callers were: nobody who reads balances and open orders goes
 * back, at whichever replica, and whatever was acknowledged before is in the answer.
 */
export class ReadHistory {
  private readonly versions = new Map<string, Version[]>();
  private readonly open = new Map<string, Map<string, OrderRow>>();
  private readonly balances = new Map<string, Map<string, BalanceRow>>();
  /** The commit that each wallet has read up to. */
  private readonly readTo = new Map<string, number>();
  /** Of each epoch but the last: the commit that it ended with. */
  private readonly ends = new Map<number, number>();
  /** Rises when the record goes back. */
  private history = 0;
  private commitNumber = 0;
  private acknowledgedTo = 0;

  committed({ newOrders, orderStates, balances, head }: CommitRows, orders: ReadonlyMap<string, OrderRow>): void {
    this.commitNumber = head.commitNumber;
    const touched = new Set<string>();
    const ids = [...newOrders.map(({ row }) => row.orderId), ...orderStates.map(({ orderId }) => orderId)];
    for (const row of ids.flatMap((id) => orders.get(id) ?? [])) {
      const open = mapOf(this.open, row.wallet);
      if (row.status === 'live' || row.status === 'delayed') open.set(row.orderId, row);
      else open.delete(row.orderId);
      touched.add(row.wallet);
    }
    for (const row of balances) {
      mapOf(this.balances, row.wallet).set(`${row.conditionId} ${row.outcome}`, row);
      touched.add(row.wallet);
    }
    for (const wallet of touched) {
      const view = viewOf([...mapOf(this.open, wallet).values()], [...mapOf(this.balances, wallet).values()]);
      this.versions.set(wallet, [...this.of(wallet), { from: head.commitNumber, view }]);
    }
  }

  /** The record goes back to a commit; the commits up to there are told again. What was read of later ones is no floor. */
  goBack(commitNumber: number): void {
    this.history += 1;
    for (const rows of [this.versions, this.open, this.balances, this.ends]) rows.clear();
    for (const [wallet, readTo] of this.readTo) this.readTo.set(wallet, Math.min(readTo, commitNumber));
    this.acknowledgedTo = Math.min(this.acknowledgedTo, commitNumber);
    this.commitNumber = 0;
  }

  /** Nobody commits with an earlier epoch any more. */
  raised(epoch: number): void {
    this.ends.set(epoch - 1, this.commitNumber);
  }

  /** Somebody was told of what is committed by now. */
  acknowledged(): void {
    this.acknowledgedTo = this.commitNumber;
  }

  /** A wallet begins to read. */
  begin(wallet: string): BegunRead {
    return { floor: Math.max(this.acknowledgedTo, this.readTo.get(wallet) ?? 0), history: this.history };
  }

  /**
   * What the wallet was answered that began to read there. A writer that has not noticed yet that another one has its right
   * answers what was so when it lost it. Of two histories of the record nothing is promised to who began in the one before.
   */
  answered(wallet: string, begun: BegunRead, { view, writerEpoch }: WalletRead): void {
    if (begun.history !== this.history) return;
    const floor = Math.min(begun.floor, this.ends.get(writerEpoch ?? -1) ?? Infinity);
    const versions = this.of(wallet);
    const found = versions.find((version, index) => version.view === view && (versions[index + 1]?.from ?? Infinity) > floor);
    ensure(found !== undefined, `${wallet} was answered what was so before commit ${floor}, or never: ${view}`);
    this.readTo.set(wallet, Math.max(this.readTo.get(wallet) ?? 0, found.from));
  }

  private of(wallet: string): readonly Version[] {
    return this.versions.get(wallet) ?? [NOTHING];
  }
}

function mapOf<Row>(maps: Map<string, Map<string, Row>>, wallet: string): Map<string, Row> {
  const map = maps.get(wallet) ?? new Map<string, Row>();
  maps.set(wallet, map);
  return map;
}
