import { setTimeout as delay } from 'node:timers/promises';
import type { CatalogClient, DataClient } from '@foretell/client';
import type { ActivityItem } from '@foretell/contracts';
import { money, short } from '../terminal/figures';
import { right, shrinking } from '../terminal/table';
import { plainText } from '../terminal/width';
import type { DemoMarket } from './demo-market';
import type { Narrator } from './narrator';
import type { Trader } from './traders';

const ARRIVAL_MS = 20_000;
const POLL_MS = 100;
const BOARD_ROWS = 5;
const BOARD = { timePeriod: 'DAY', orderBy: 'PNL' } as const;

export interface DataCast {
  readonly data: DataClient;
  readonly traders: readonly Trader[];
  readonly market: DemoMarket;
  readonly narrator: Narrator;
}

/** Waits, up to a timeout, until the data service has applied the events of the trades. Returns false on timeout. */
export async function waitForActivity({ data, traders }: DataCast, rows: number): Promise<boolean> {
  const deadline = Date.now() + ARRIVAL_MS;
  for (;;) {
    const counts = await Promise.all(
      traders.map(async (trader) => (await data.activity({ user: addressOf(trader), limit: 100 })).length),
    );
    if (counts.reduce((sum, count) => sum + count, 0) >= rows) return true;
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
}

export async function showActivity({ data, traders, narrator }: DataCast): Promise<void> {
  narrator.heading('The activity in the data service: GET /activity?user=…');
  const lists = await Promise.all(
    traders.map(async (trader) => ({ trader, rows: await data.activity({ user: addressOf(trader), limit: 10 }) })),
  );
  narrator.table(
    ['TRADER', 'TIME', 'TYPE', 'SIDE', 'OUTCOME', right('SHARES'), right('PRICE'), right('USDC'), shrinking('MARKET')],
    lists.flatMap(({ trader, rows }) => rows.map((row) => [trader.name, ...activityCells(row)])),
  );
}

function activityCells(row: ActivityItem): readonly string[] {
  const time = new Date(row.timestamp * 1000);
  return [
    time.toISOString().slice(11, 19),
    row.type,
    row.side ?? '-',
    plainText(row.outcome ?? '-'),
    money(row.size),
    money(row.price),
    money(row.usdcSize),
    plainText(row.title ?? ''),
  ];
}

export async function showHolders({ data, traders, market, narrator }: DataCast): Promise<void> {
  narrator.heading('The holders: GET /holders?market=…');
  const entries = await data.holders({ market: market.conditionId, limit: 10 });
  const rows = entries.flatMap(({ holders }) =>
    holders.map(({ outcomeIndex, amount, proxyWallet }) => [
      plainText(market.outcomes[outcomeIndex === 0 ? 0 : 1]),
      money(amount),
      who(traders, proxyWallet),
    ]),
  );
  narrator.table([shrinking('OUTCOME'), right('SHARES'), 'HOLDER'], rows);
}

/** The top of the leaderboard, and the demo's traders at any rank. */
export async function showLeaderboard({ data, traders, narrator }: DataCast): Promise<void> {
  narrator.heading('The leaderboard of the day: GET /v1/leaderboard');
  await waitForBoard(data, traders);
  const top = await data.leaderboard({ ...BOARD, limit: BOARD_ROWS });
  const ours = await Promise.all(traders.map((trader) => data.leaderboard({ ...BOARD, user: addressOf(trader) })));
  const seen = new Map([...top, ...ours.flat()].map((entry) => [entry.proxyWallet, entry] as const));
  narrator.table(
    [right('RANK'), 'TRADER', right('PNL'), right('VOLUME')],
    [...seen.values()]
      .sort((left, right) => Number(left.rank) - Number(right.rank))
      .map(({ rank, proxyWallet, pnl, vol }) => [rank, who(traders, proxyWallet), money(pnl), money(vol)]),
  );
}

/** The leaderboard is updated shortly after the activity. Waits, up to a timeout, until it includes everything shown so far. */
async function waitForBoard(data: DataClient, traders: readonly Trader[]): Promise<void> {
  const deadline = Date.now() + ARRIVAL_MS;
  const volumes = await Promise.all(
    traders.map(async (trader) => tradedVolume(await data.activity({ user: addressOf(trader), limit: 100 }))),
  );
  while (Date.now() <= deadline) {
    const entries = await Promise.all(traders.map((trader) => data.leaderboard({ ...BOARD, user: addressOf(trader) })));
    const isCounted = entries.every(([entry], index) => Math.abs((entry?.vol ?? 0) - (volumes[index] ?? 0)) < 0.01);
    if (isCounted) return;
    await delay(POLL_MS);
  }
}

function tradedVolume(activity: readonly ActivityItem[]): number {
  return activity.filter(({ type }) => type === 'TRADE').reduce((sum, { usdcSize }) => sum + usdcSize, 0);
}

/** The market's title in the catalog. */
export async function catalogTitle(gamma: CatalogClient, market: DemoMarket): Promise<string> {
  const [listed] = await gamma.markets({ conditionId: market.conditionId });
  const [event] = listed?.events ?? [];
  return plainText(event?.title ?? market.question);
}

function who(traders: readonly Trader[], wallet: string): string {
  const trader = traders.find((candidate) => addressOf(candidate) === wallet.toLowerCase());
  return trader === undefined ? short(wallet) : `${trader.name} ${short(wallet)}`;
}

function addressOf(trader: Trader): string {
  return trader.client.wallet.address;
}
