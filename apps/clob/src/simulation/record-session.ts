import { Numbered } from '../columns/copied-columns';
import { assetOf, COLLATERAL_ASSET } from '../columns/numbers';
import type { FollowedRecord } from '../engine/follower/follow.query';
import type { RecordHead } from '../engine/journal/batch';
import type { StateReader } from '../engine/recovery.query';
import type { TradingRecord } from '../engine/trading-record';
import type { RecordedState, SimulatedRecord } from './simulated-record';

/** How a server is called: directly, or over a network that loses and delays. */
export interface Way {
  request<T>(work: () => T): Promise<T>;
}

/** The record for a process with an epoch. */
export function simulatedRecord(epoch: number, server: SimulatedRecord, network: Way): TradingRecord {
  return {
    commit: (batch) => network.request(() => server.commit(batch)),
    record: (from, commitRange) => network.request(() => server.record(epoch, from, commitRange)),
    head: (of) => network.request(() => server.head(of)),
    changesAfter: (commitNumber) => network.request(() => server.changesAfter(commitNumber)),
    readState: async (begin) => readState(await network.request(() => server.state()), begin),
    ids: {
      page: (of, after) => network.request(() => server.ids(of, after)),
      among: (orderIds, references) => network.request(() => server.idsAmong(orderIds, references)),
    },
  };
}

/** The record for a replica that does not write. */
export function simulatedFollowing(server: SimulatedRecord, network: Way): FollowedRecord {
  return {
    readState: async (begin) => readState(await network.request(() => server.state()), begin),
    page: (after) => network.request(() => server.journalPage(after)),
    listings: () => network.request(() => server.state().listings),
    end: () => network.request(() => server.head('journal_head')),
  };
}

/** Returns rows like the tables: by number, in order. */
function readState<Reader extends StateReader>(
  { head, markets, balances, orders }: RecordedState,
  begin: (head: RecordHead, wallets: Numbered<string>) => Reader,
): Reader {
  const wallets = new Numbered<string>('wallet');
  const walletNumbers = numbersOf(balances.map(({ wallet }) => wallet));
  for (const [wallet, number] of walletNumbers) wallets.add(number, wallet);
  const marketNumbers = numbersOf(markets.map(({ conditionId }) => conditionId));
  const reader = begin(head, wallets);
  const collateral = balances.filter(({ conditionId }) => conditionId === null).length;
  reader.expect({ collateral, tokens: balances.length - collateral, orders: orders.length });
  for (const row of markets) reader.market(row, marketNumbers.get(row.conditionId) ?? 0);
  for (const { wallet, conditionId, outcome, availableMicros, lockedMicros } of balances) {
    const asset = conditionId === null ? COLLATERAL_ASSET : assetOf(marketNumbers.get(conditionId) ?? 0, outcome ?? 0);
    reader.balance(walletNumbers.get(wallet) ?? 0, asset, availableMicros, lockedMicros);
  }
  for (const { row, owner, builder } of orders) reader.order(row, { owner, builder });
  return reader;
}

/** Numbered from 1, like the projector does. */
function numbersOf(names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
  return numbers;
}
