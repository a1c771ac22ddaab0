import {
  ExchangeRestoration,
  STATE_HASH,
  STATE_HASHES,
  definitionOf,
  type Exchange,
  type ExchangeRules,
  type MarketRow,
  type OrderRow,
  type StateHash,
} from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import { BookLevels } from '../book-views/book-view';
import { Numbered } from '../columns/copied-columns';
import { COLLATERAL_ASSET, marketOfAsset, outcomeOfAsset } from '../columns/numbers';
import type { OpenOrderNote, RecordHead } from './journal/batch';
import { finishJournal } from './projector/finish-journal';
import { readState, type StateCounts, type StateReader } from './recovery.query';
import type { TradingRecord } from './trading-record';

/**
 * What the holder of a fresh epoch does before its first command: brings the tables up to the journal, rebuilds the exchange from
 * them, and throws unless it is the state that the last commit left.
 * @param hashes the definitions of the state hash by which a record may be proved
 */
export async function recover(
  record: TradingRecord,
  rules: ExchangeRules,
  hashes: readonly StateHash[] = STATE_HASHES,
): Promise<Recovered> {
  const end = await finishJournal(record);
  const recovered = await rebuildFrom(record, rules, hashes);
  requireSame(recovered.stateHash, recovered.head, end);
  return recovered;
}

/** Rebuilds the exchange from the tables, read at one moment. */
export function rebuild(pool: Pool, rules: ExchangeRules): Promise<Recovered> {
  return rebuildFrom({ readState: (begin) => readState(pool, begin) }, rules);
}

export async function rebuildFrom(
  record: Pick<TradingRecord, 'readState'>,
  rules: ExchangeRules,
  hashes: readonly StateHash[] = STATE_HASHES,
): Promise<Recovered> {
  return (await record.readState((head, wallets) => new Rebuilding(head, wallets, rules, hashes))).finish();
}

/** The state that the tables hold. */
export interface Recovered {
  readonly exchange: Exchange;
  /** Hash of the exchange's state. */
  readonly stateHash: string;
  /** The commit that the tables hold. */
  readonly head: RecordHead;
  readonly markets: readonly MarketRow[];
  readonly levels: BookLevels;
  /** Owner and builder of the open orders. */
  readonly notes: Map<string, OpenOrderNote>;
}

class Rebuilding implements StateReader {
  private readonly restoration: ExchangeRestoration;
  private readonly markets: MarketRow[] = [];
  private readonly levels = new BookLevels();
  private readonly notes = new Map<string, OpenOrderNote>();
  /** The core's numbers, by those of the tables. */
  private readonly accountNumbers = new Numbered<number>('account');
  private readonly marketNumbers = new Numbered<number>('market');

  constructor(
    private readonly head: RecordHead,
    private readonly wallets: Numbered<string>,
    rules: ExchangeRules,
    hashes: readonly StateHash[],
  ) {
    this.restoration = new ExchangeRestoration(head.totals, rules, hashOf(head, hashes));
  }

  /** An upper bound on positions: a balance of tokens or a single bid makes one. */
  expect({ collateral, tokens, orders }: StateCounts): void {
    this.restoration.expect({ accounts: collateral, positions: tokens + orders, orders });
  }

  market(row: MarketRow, number: number): void {
    this.markets.push(row);
    this.marketNumbers.add(number, this.restoration.market(row));
  }

  balance(wallet: number, asset: number, availableMicros: number, lockedMicros: number): void {
    const account = this.accountOf(wallet);
    if (asset === COLLATERAL_ASSET) return this.restoration.collateral(account, availableMicros, lockedMicros);
    const market = this.marketNumbers.of(marketOfAsset(asset));
    this.restoration.tokens(account, market, outcomeOfAsset(asset), availableMicros, lockedMicros);
  }

  order(row: OrderRow, note: OpenOrderNote): void {
    this.notes.set(row.orderId, note);
    this.levels.add(row);
    this.restoration.openOrder(row);
  }

  /** Opened by the first balance, not by the wallet: the tables keep wallets that no longer own anything. */
  private accountOf(wallet: number): number {
    const known = this.accountNumbers.find(wallet);
    if (known !== undefined) return known;
    const account = this.restoration.account(this.wallets.of(wallet));
    this.accountNumbers.add(wallet, account);
    return account;
  }

  finish(): Recovered {
    const { head, markets, levels, notes } = this;
    return { ...this.restoration.finish(), head, markets, levels, notes };
  }
}

/** The record is proved by the definition that it was stamped by, and goes on under it. Source: docs/decisions/versions.md. */
function hashOf(head: RecordHead, known: readonly StateHash[]): StateHash {
  return isUntouched(head) ? STATE_HASH : definitionOf(head.stateHash, known);
}

/** A record without commits has no hash. */
function isUntouched({ commitNumber, sequence }: RecordHead): boolean {
  return commitNumber + sequence === 0;
}

/** Compares the hash, and the positions of tables and journal. */
export function requireSame(stateHash: string, recorded: RecordHead, end: RecordHead): void {
  if (recorded.commitNumber === end.commitNumber && (isUntouched(end) || stateHash === end.stateHash)) return;
  throw new Error(
    `the recovered state does not match the record: hash ${stateHash} at commit ${recorded.commitNumber}, ` +
      `the journal ends at commit ${end.commitNumber}, sequence ${end.sequence}, with ${end.stateHash}`,
  );
}
