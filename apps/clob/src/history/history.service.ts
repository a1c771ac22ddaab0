import { Inject, Injectable } from '@nestjs/common';
import type { HistoryPoint } from '@foretell/contracts';
import { CLOCK, HttpFailure, type Clock } from '@foretell/platform-server';
import { BooksService } from '../books/books.service';
import type { TokenRef } from '../market-directory/market-directory';
import { ProjectionProgress } from '../record/projection-progress';
import { denseSeries, tooManyPoints, type PriceBucket } from './dense-series';
import { historyWindow, POINTS_MAX, type HistoryFields, type HistoryWindow } from './history-request';
import { HistoryQuery, type PricedMinutes, type PriceSpan } from './history.query';

const HALF_PIPS_PER_USDC = 20_000;
/** Of all series of a request together; the two tokens of a market share one series. */
const BATCH_POINTS_MAX = 20_000;

/** A market's price changes and the window that is shown. */
interface Series {
  readonly changes: readonly PriceBucket[];
  readonly window: HistoryWindow;
}

/** Recorded midpoints as a series of equal steps, up to the market's payout. Source: protocol 10, prices-history. */
@Injectable()
export class HistoryService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly books: BooksService,
    private readonly projection: ProjectionProgress,
    private readonly query: HistoryQuery,
  ) {}

  async one(tokenId: string, fields: HistoryFields): Promise<HistoryPoint[]> {
    const window = this.window(fields);
    const token = this.books.token(tokenId);
    return pointsOf(token, (await this.seriesOf([token], window)).get(token.entry.conditionId));
  }

  /** Unknown tokens have an empty series. The series of a market is read once, also for both tokens. */
  async many(markets: readonly string[], fields: HistoryFields): Promise<Record<string, HistoryPoint[]>> {
    const window = this.window(fields);
    const tokens = new Map([...new Set(markets)].map((tokenId) => [tokenId, this.books.knownToken(tokenId)]));
    const series = await this.seriesOf(
      [...tokens.values()].flatMap((token) => token ?? []),
      window,
    );
    return Object.fromEntries(
      [...tokens].map(([tokenId, token]) => [
        tokenId,
        token === undefined ? [] : pointsOf(token, series.get(token.entry.conditionId)),
      ]),
    );
  }

  private window(fields: HistoryFields): HistoryWindow {
    return historyWindow(fields, Math.floor(this.clock() / 1_000));
  }

  /** By market. Counts the points and refuses too many before it reads them. */
  private async seriesOf(tokens: readonly TokenRef[], window: HistoryWindow): Promise<ReadonlyMap<string, Series>> {
    const entries = new Map(tokens.map(({ entry }) => [entry.conditionId, entry]));
    if (entries.size === 0 || window.endSeconds < window.startSeconds) return new Map();
    await this.projection.waitForProjection();
    const minutes = await this.query.minutesOf([...entries.keys()]);
    const spans = [...minutes].flatMap(([conditionId, priced]) =>
      spanOf(conditionId, priced, window, entries.get(conditionId)?.market.status === 'resolved'),
    );
    const points = spans.map(({ firstBucket, lastBucket }) => lastBucket - firstBucket + 1);
    if (points.some((count) => count > POINTS_MAX)) throw tooManyPoints();
    if (points.reduce((all, count) => all + count, 0) > BATCH_POINTS_MAX) throw tooManyInAll();
    const changes = await this.query.changes(spans, window.stepMinutes);
    return new Map(
      spans.map(({ conditionId, until }) => [
        conditionId,
        {
          changes: changes.get(conditionId) ?? [],
          window: { ...window, endSeconds: Math.min(window.endSeconds, until * 60 + 59) },
        },
      ]),
    );
  }
}

/** Empty when there was no price by the end of the window, or the market paid out before its start. */
function spanOf(
  conditionId: string,
  { first, last }: PricedMinutes,
  { startSeconds, endSeconds, stepMinutes }: HistoryWindow,
  isOver: boolean,
): PriceSpan[] {
  const endMinute = Math.floor(endSeconds / 60);
  // After the payout there is no price.
  const until = isOver ? Math.min(endMinute, last) : endMinute;
  const firstBucket = Math.floor(Math.max(Math.floor(startSeconds / 60), first) / stepMinutes);
  const lastBucket = Math.floor(until / stepMinutes);
  return first > endMinute || lastBucket < firstBucket ? [] : [{ conditionId, firstBucket, lastBucket, until }];
}

function pointsOf({ outcome }: TokenRef, series: Series | undefined): HistoryPoint[] {
  if (series === undefined) return [];
  return denseSeries(series.changes, series.window).map(({ t, p }) => ({
    t,
    // One division of two exact integers: no float artefacts.
    p: (outcome === 0 ? p : HALF_PIPS_PER_USDC - p) / HALF_PIPS_PER_USDC,
  }));
}

function tooManyInAll(): HttpFailure {
  return new HttpFailure(
    400,
    `the series have more than ${BATCH_POINTS_MAX} points in all: ask for fewer tokens, a coarser fidelity or a shorter range`,
    'too_many_points',
    { maximum: BATCH_POINTS_MAX },
  );
}
