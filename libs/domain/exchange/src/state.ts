import type { UnixMillis } from '@foretell/units';
import { usdcMicros } from './arithmetic';
import type { ConditionId, Wallet } from './command';
import type { ExchangeRules } from './exchange';
import { Account } from './ledger/account';
import type { Market } from './market/market';
import { DueQueue } from './orders/due-queue';
import { OrderRegistry } from './orders/order-registry';
import { ChangeLog } from './record/change-log';
import type { TotalsRow } from './rows';

/** Everything that the exchange knows. Commands are functions over it; nothing outside holds a reference into it. */
export class State {
  readonly markets = new Map<ConditionId, Market>();
  readonly orders = new OrderRegistry();
  readonly due = new DueQueue();
  readonly log = new ChangeLog();
  creditedMicros: number;
  debitedMicros: number;
  feesMicros: number;
  tradeNumber: number;
  priority: number;
  now: UnixMillis;
  private readonly accounts = new Map<Wallet, Account>();

  constructor(
    readonly rules: ExchangeRules,
    totals: TotalsRow,
  ) {
    this.creditedMicros = totals.creditedMicros;
    this.debitedMicros = totals.debitedMicros;
    this.feesMicros = totals.feesMicros;
    this.tradeNumber = totals.tradeNumber;
    this.priority = totals.priority;
    this.now = totals.at;
  }

  account(wallet: Wallet): Account | undefined {
    return this.accounts.get(wallet);
  }

  openAccount(wallet: Wallet): Account {
    const existing = this.accounts.get(wallet);
    if (existing !== undefined) return existing;
    const account = new Account(wallet, this.accounts.size);
    this.accounts.set(wallet, account);
    return account;
  }

  allAccounts(): IterableIterator<Account> {
    return this.accounts.values();
  }

  totals(): TotalsRow {
    return {
      creditedMicros: usdcMicros(this.creditedMicros),
      debitedMicros: usdcMicros(this.debitedMicros),
      feesMicros: usdcMicros(this.feesMicros),
      tradeNumber: this.tradeNumber,
      priority: this.priority,
      at: this.now,
    };
  }
}
