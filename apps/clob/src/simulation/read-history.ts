import type { BalanceRow, Exchange, OrderRow } from '@foretell/exchange';
import type { CommitRows } from '../engine/journal/batch';
import { conditionIdOf } from '../testing/catalog-market';
import { ensure } from './reference-state';
import { MARKETS } from './catalog';

const ORDERS_MAX = 1_000;

/** A wallet's balances and open orders from a commit on. */
interface Version {
  readonly from: number;
  readonly view: string;
}

const NOTHING: Version = { from: 0, view: viewOf([], []) };

/** A read in progress. */
interface BegunRead {
  /** The earliest commit that the answer may reflect. */
  readonly floor: number;
  readonly history: number;
}

/** The answer to a read of a wallet. */
export interface WalletRead {
  readonly view: string;
  /** The epoch of the answering process if it considers itself the writer; otherwise null. */
  readonly writerEpoch: number | null;
}

/** The answer to a read of balances and open orders. */
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

type ReadBalance = Pick<BalanceRow, 'conditionId' | 'outcome' | 'availableMicros' | 'lockedMicros'>;

function viewOf(orders: readonly OrderRow[], balances: readonly ReadBalance[]): string {
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
 * Checks reads of balances and open orders on all replicas: successive reads of a wallet never go back, and a read contains
 * everything that was acknowledged before it began.
 */
export class ReadHistory {
  private readonly versions = new Map<string, Version[]>();
  private readonly open = new Map<string, Map<string, OrderRow>>();
  private readonly balances = new Map<string, Map<string, BalanceRow>>();
  /** By wallet: the commit that its last read reflects. */
  private readonly readTo = new Map<string, number>();
  /** By ended epoch: its last commit. */
  private readonly ends = new Map<number, number>();
  /** Incremented when the record goes back. */
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

  /** The record goes back to a commit; the commits up to there are passed to `committed` again. Later reads set no floor. */
  goBack(commitNumber: number): void {
    this.history += 1;
    for (const rows of [this.versions, this.open, this.balances, this.ends]) rows.clear();
    for (const [wallet, readTo] of this.readTo) this.readTo.set(wallet, Math.min(readTo, commitNumber));
    this.acknowledgedTo = Math.min(this.acknowledgedTo, commitNumber);
    this.commitNumber = 0;
  }

  /** Earlier epochs cannot commit any more. */
  raised(epoch: number): void {
    this.ends.set(epoch - 1, this.commitNumber);
  }

  /** A caller received an acknowledgement: later reads must include all present commits. */
  acknowledged(): void {
    this.acknowledgedTo = this.commitNumber;
  }

  /** Call when a wallet begins a read. */
  begin(wallet: string): BegunRead {
    return { floor: Math.max(this.acknowledgedTo, this.readTo.get(wallet) ?? 0), history: this.history };
  }

  /**
   * Checks the answer to a read. A writer that has not yet noticed the loss of its lease answers with the state at that loss. A
   * read that began before the record went back is not checked.
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
