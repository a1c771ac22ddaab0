import type { Pool, PoolClient } from 'pg';
import { integerArray, textArray } from '@foretell/platform-prisma';
import type { Numbers } from '../../columns/numbers';
import type { CommitRange } from './commit-range';

interface Numbered {
  readonly number: number;
  readonly name: string;
}

/** The SQL of a table that assigns numbers to names. */
interface DictionaryTexts {
  readonly what: string;
  /** The rows of a text[] of names. */
  readonly find: string;
  /** The largest number; 0 when the table is empty. */
  readonly last: string;
}

/**
 * The numbers of a table's names, cached when first asked for. Only the projector assigns numbers: it asks for all names of a
 * range first, and writes the new ones with the range's rows.
 */
class Dictionary {
  private readonly numbers = new Map<string, number>();
  private next: number | null = null;
  /** Names that the range introduces. */
  fresh: Numbered[] = [];

  constructor(private readonly texts: DictionaryTexts) {}

  async learn(pool: Pool | PoolClient, names: ReadonlySet<string>): Promise<void> {
    this.fresh = [];
    if (names.size === 0) return;
    const { rows } = await pool.query<Numbered>(this.texts.find, [[...names]]);
    for (const { number, name } of rows) this.numbers.set(name, number);
    if (rows.length === names.size) return;
    this.next ??= await this.first(pool);
    for (const name of names) {
      if (this.numbers.has(name)) continue;
      const number = this.next++;
      this.numbers.set(name, number);
      this.fresh.push({ number, name });
    }
  }

  knows(name: string): boolean {
    return this.numbers.has(name);
  }

  of(name: string): number {
    const number = this.numbers.get(name);
    if (number === undefined) throw new Error(`the ${this.texts.what} ${name} has no number`);
    return number;
  }

  private async first(pool: Pool | PoolClient): Promise<number> {
    const { rows } = await pool.query<{ last: number }>(this.texts.last);
    return (rows[0]?.last ?? 0) + 1;
  }
}

const WALLETS: DictionaryTexts = {
  what: 'wallet',
  find: 'SELECT number, wallet AS name FROM clob.wallets WHERE wallet = ANY($1::text[])',
  last: 'SELECT coalesce(max(number), 0) AS last FROM clob.wallets',
};
const OWNERS: DictionaryTexts = {
  what: 'owner',
  find: 'SELECT number, owner AS name FROM clob.owners WHERE owner = ANY($1::text[])',
  last: 'SELECT coalesce(max(number), 0) AS last FROM clob.owners',
};
const MARKETS: DictionaryTexts = {
  what: 'market',
  find: 'SELECT number, condition_id AS name FROM clob.markets WHERE condition_id = ANY($1::text[])',
  last: 'SELECT coalesce(max(number), 0) AS last FROM clob.markets',
};

/** The numbers of wallets, owners and markets that one projector assigns under its epoch. */
export class Dictionaries implements Numbers {
  private readonly wallets = new Dictionary(WALLETS);
  private readonly owners = new Dictionary(OWNERS);
  private readonly markets = new Dictionary(MARKETS);

  /** Finds or assigns the number of each name in the range. If the range is not projected, the assigned numbers are unused. */
  async learn(pool: Pool | PoolClient, commitRange: CommitRange): Promise<void> {
    const [wallets, owners, markets] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const note = (wallet: string, owner: string): void => {
      if (!this.wallets.knows(wallet)) wallets.add(wallet);
      if (!this.owners.knows(owner)) owners.add(owner);
    };
    for (const { row } of commitRange.markets()) if (!this.markets.knows(row.conditionId)) markets.add(row.conditionId);
    for (const { wallet, conditionId } of commitRange.balances()) {
      if (!this.wallets.knows(wallet)) wallets.add(wallet);
      if (conditionId !== null && !this.markets.knows(conditionId)) markets.add(conditionId);
    }
    for (const { row, owner } of commitRange.placedOrders()) {
      note(row.wallet, owner);
      if (!this.markets.knows(row.conditionId)) markets.add(row.conditionId);
    }
    for (const { trade, takerNote, makerOwners } of commitRange.trades) {
      note(trade.takerWallet, takerNote.owner);
      if (!this.markets.knows(trade.conditionId)) markets.add(trade.conditionId);
      for (const [position, { makerWallet }] of trade.fills.entries()) note(makerWallet, makerOwners[position] ?? '');
    }
    await this.wallets.learn(pool, wallets);
    await this.owners.learn(pool, owners);
    await this.markets.learn(pool, markets);
  }

  /** The names numbered by the last `learn`, as parameters: numbers and texts. Markets are written with their rows. */
  freshWallets(): Buffer[] {
    return parameters(this.wallets.fresh);
  }

  freshOwners(): Buffer[] {
    return parameters(this.owners.fresh);
  }

  wallet(wallet: string): number {
    return this.wallets.of(wallet);
  }

  owner(owner: string): number {
    return this.owners.of(owner);
  }

  market(conditionId: string): number {
    return this.markets.of(conditionId);
  }
}

function parameters(fresh: readonly Numbered[]): Buffer[] {
  return [integerArray('int4', fresh, ({ number }) => number), textArray(fresh, ({ name }) => name)];
}
