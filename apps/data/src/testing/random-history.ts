import type { TradingEvent } from '@foretell/contracts';
import { tradingHistories, tradingHistory, type Commit, type TradingHistory } from '@foretell/testing/trading';
import { unixMillis } from '@foretell/units';
import * as fc from 'fast-check';

export { CONDITIONS, WALLETS } from '@foretell/testing/trading';

const BACK_MAX_MS = 60_000;

/** The exchange's own generated histories; the clock of some steps goes back, as in early releases. */
export function histories(startAt: number, commandsMax: number): fc.Arbitrary<TradingHistory> {
  const back = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: BACK_MAX_MS }));
  return fc
    .tuple(tradingHistories(startAt, commandsMax), fc.array(back, { minLength: 1, maxLength: 5 }))
    .map(([{ commits, end }, backs]) =>
      tradingHistory(
        commits.map((commit, index) => earlier(commit, backs[index % backs.length] ?? 0)),
        end,
      ),
    );
}

/** Only the events of such a history. */
export function eventHistories(startAt: number, commandsMax: number): fc.Arbitrary<readonly TradingEvent[]> {
  return histories(startAt, commandsMax).map(({ events }) => events);
}

function earlier({ at, facts: exchangeEvents, quotes, events }: Commit, byMillis: number): Commit {
  return {
    at: at - byMillis,
    facts: exchangeEvents.map((exchangeEvent) => ({ ...exchangeEvent, at: unixMillis(exchangeEvent.at - byMillis) })),
    quotes,
    events: events.map((event) => ({ ...event, at: event.at - byMillis })),
  };
}
