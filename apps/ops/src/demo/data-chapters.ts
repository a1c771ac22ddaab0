import { setTimeout as delay } from 'node:timers/promises';
import { money, short } from '../terminal/figures';
import { plainText } from '../terminal/width';
import type { DemoMarket } from './demo-market';
import type { Narrator } from './narrator';
import { fieldsOf, listOf, numberOf, textOf, type Fields, type SurfaceReader } from './surface-reader';
import type { Trader } from './traders';

const ARRIVAL_MS = 20_000;
const POLL_MS = 100;
const BOARD_ROWS = 5;

export interface DataCast {
  readonly data: SurfaceReader;
  readonly traders: readonly Trader[];
  readonly market: DemoMarket;
  readonly narrator: Narrator;
}

/** Waits, with a bound, until the facts of so many trades have reached the data surface. False when they did not come in time. */
export async function waitForActivity({ data, traders }: DataCast, rows: number): Promise<boolean> {
  const deadline = Date.now() + ARRIVAL_MS;
  for (;;) {
    const counts = await Promise.all(
      traders.map(async (trader) => (await data.list(`/activity?user=${addressOf(trader)}&limit=100`)).length),
    );
    if (counts.reduce((sum, count) => sum + count, 0) >= rows) return true;
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
}

export async function showActivity({ data, traders, narrator }: DataCast): Promise<void> {
  narrator.heading('The activity, as the data surface tells it: GET /activity?user=…');
  const lists = await Promise.all(
    traders.map(async (trader) => ({ trader, rows: await data.list(`/activity?user=${addressOf(trader)}&limit=10`) })),
  );
  narrator.table(
    [
      { title: 'TRADER' },
      { title: 'TIME' },
      { title: 'TYPE' },
      { title: 'SIDE' },
      { title: 'OUTCOME' },
      { title: 'SHARES', align: 'right' },
      { title: 'PRICE', align: 'right' },
      { title: 'USDC', align: 'right' },
      { title: 'MARKET', shrinks: true },
    ],
    lists.flatMap(({ trader, rows }) => rows.map((row) => [trader.name, ...activityCells(row)])),
  );
}

function activityCells(row: Fields): readonly string[] {
  const time = new Date(numberOf(row, 'timestamp') * 1000);
  return [
    time.toISOString().slice(11, 19),
    textOf(row, 'type'),
    textOf(row, 'side') || '-',
    plainText(textOf(row, 'outcome')) || '-',
    money(numberOf(row, 'size')),
    money(numberOf(row, 'price')),
    money(numberOf(row, 'usdcSize')),
    plainText(textOf(row, 'title')),
  ];
}

export async function showHolders({ data, traders, market, narrator }: DataCast): Promise<void> {
  narrator.heading('The holders: GET /holders?market=…');
  const entries = await data.list(`/holders?market=${market.conditionId}&limit=10`);
  const rows = entries.flatMap((entry) =>
    listOf(entry['holders']).map((holder) => [
      plainText(market.outcomes[numberOf(holder, 'outcomeIndex') === 0 ? 0 : 1]),
      money(numberOf(holder, 'amount')),
      who(traders, textOf(holder, 'proxyWallet')),
    ]),
  );
  narrator.table([{ title: 'OUTCOME', shrinks: true }, { title: 'SHARES', align: 'right' }, { title: 'HOLDER' }], rows);
}

/** The top of the board, and our traders wherever they stand. */
export async function showLeaderboard({ data, traders, narrator }: DataCast): Promise<void> {
  narrator.heading('The leaderboard of the day: GET /v1/leaderboard');
  const board = '/v1/leaderboard?timePeriod=DAY&orderBy=PNL';
  await waitForBoard(data, traders, board);
  const top = await data.list(`${board}&limit=${BOARD_ROWS}`);
  const ours = await Promise.all(traders.map((trader) => data.list(`${board}&user=${addressOf(trader)}`)));
  const seen = new Map([...top, ...ours.flat()].map((entry): [string, Fields] => [textOf(entry, 'proxyWallet'), entry]));
  narrator.table(
    [
      { title: 'RANK', align: 'right' },
      { title: 'TRADER' },
      { title: 'PNL', align: 'right' },
      { title: 'VOLUME', align: 'right' },
    ],
    [...seen.values()]
      .sort((left, right) => numberOf(left, 'rank') - numberOf(right, 'rank'))
      .map((entry) => [
        textOf(entry, 'rank'),
        who(traders, textOf(entry, 'proxyWallet')),
        money(numberOf(entry, 'pnl')),
        money(numberOf(entry, 'vol')),
      ]),
  );
}

/** The board follows the activity within a moment: waits, with a bound, until it has counted all that was shown. */
async function waitForBoard(data: SurfaceReader, traders: readonly Trader[], board: string): Promise<void> {
  const deadline = Date.now() + ARRIVAL_MS;
  const volumes = await Promise.all(
    traders.map(async (trader) => tradedVolume(await data.list(`/activity?user=${addressOf(trader)}&limit=100`))),
  );
  while (Date.now() <= deadline) {
    const entries = await Promise.all(traders.map((trader) => data.list(`${board}&user=${addressOf(trader)}`)));
    const isCounted = entries.every(
      ([entry], index) => Math.abs((entry === undefined ? 0 : numberOf(entry, 'vol')) - (volumes[index] ?? 0)) < 0.01,
    );
    if (isCounted) return;
    await delay(POLL_MS);
  }
}

function tradedVolume(activity: readonly Fields[]): number {
  return activity.filter((row) => textOf(row, 'type') === 'TRADE').reduce((sum, row) => sum + numberOf(row, 'usdcSize'), 0);
}

/** The catalog's words on the market. */
export async function catalogTitle(gamma: SurfaceReader, market: DemoMarket): Promise<string> {
  const [listed] = await gamma.list(`/markets?conditionId=${market.conditionId}`);
  const [event] = listOf(listed === undefined ? undefined : listed['events']);
  return plainText(textOf(fieldsOf(event), 'title') || market.question);
}

function who(traders: readonly Trader[], wallet: string): string {
  const trader = traders.find((candidate) => addressOf(candidate) === wallet.toLowerCase());
  return trader === undefined ? short(wallet) : `${trader.name} ${short(wallet)}`;
}

function addressOf(trader: Trader): string {
  return trader.client.wallet.address;
}
