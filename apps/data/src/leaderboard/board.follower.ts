import { CLOCK, type Clock, type ReadinessCheck } from '@foretell/platform-server';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { judgeLineage } from '@foretell/contracts';
import type { Board } from './board';
import { loadBoard, readCategories, readConditions, readWallets, type Followed } from './board.loader';
import { readingTables, type BoardQuery, type Heads } from './board.query';
import { BoardThread } from './board.thread';
import { ROLLING, startMinute, type Rolling } from './period';

const TICK_MS = 300;

/**
 * Keeps the board up to date with the tables, in every replica, whichever of them applies events. Each round reads one snapshot.
 * New rows advance the present; expired rows advance the windows' starts. A new generation, or a market that changes category,
 * reloads the board.
 */
@Injectable()
export class BoardFollower implements OnApplicationBootstrap, BeforeApplicationShutdown, ReadinessCheck {
  readonly name = 'leaderboard';
  private readonly logger = new Logger('BoardFollower');
  private followed: Followed | null = null;
  /** Number of complete loads of the board. */
  loads = 0;
  private round: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;
  private hasFailed = false;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() @Inject(BoardThread) private readonly thread: BoardThread | null = null,
  ) {}

  /** The board as of the last round; null until the first is complete. */
  get board(): Board | null {
    return this.followed?.board ?? null;
  }

  /** Not ready until the first load finishes. A failed load makes it ready, so that other reads stay available. */
  check = (): Promise<string | null> =>
    Promise.resolve(this.followed === null && !this.hasFailed ? 'the leaderboard is being loaded' : null);

  onApplicationBootstrap(): void {
    void this.tick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.thread?.stop();
    await this.round?.catch(() => undefined);
  }

  /** Updates the board to the current tables. Rounds never overlap: a call during a round waits for the next. */
  async refresh(): Promise<void> {
    await this.round?.catch(() => undefined);
    this.round ??= this.follow().finally(() => (this.round = null));
    await this.round;
  }

  private async tick(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (this.isStopping) return;
      this.hasFailed = true;
      this.logger.error({ err: error }, 'the leaderboard update from the tables failed');
    }
    if (!this.isStopping) this.timer = setTimeout(() => void this.tick(), TICK_MS);
  }

  private async follow(): Promise<void> {
    const now = this.clock();
    const thread = await readingTables(this.pool, (query) => this.followTables(query, now));
    if (thread !== null && !this.isStopping) this.loaded(await thread.load(now));
  }

  /** @returns the thread when it must load the board, else null: the board is at the tables */
  private async followTables(query: BoardQuery, now: number): Promise<BoardThread | null> {
    const heads = await query.heads();
    if (heads === null || (await this.advance(query, heads, now))) return null;
    if (this.thread?.isFor(heads) === true) return this.thread;
    this.loaded(await loadBoard(query, heads, now));
    return null;
  }

  private loaded(followed: Followed | null): void {
    if (followed === null) return;
    this.followed = followed;
    this.loads += 1;
  }

  /** False when the board must be reloaded; until then the current board still serves reads. */
  private async advance(query: BoardQuery, heads: Heads, now: number): Promise<boolean> {
    const { followed } = this;
    if (followed === null || !isContinued(followed.heads, heads)) return false;
    try {
      return await advance(followed, query, heads, now);
    } catch (error) {
      // The update may be partial: the next round reloads from the tables.
      this.followed = null;
      throw error;
    }
  }
}

/** Whether the tables continue from the previous heads: false after a rebuild or a restore. */
function isContinued(before: Heads, now: Heads): boolean {
  const isSame = before.generation === now.generation && before.clob <= now.clob;
  return isSame && judgeLineage(now.lineage, before.lineage, before.clob) !== 'refuse';
}

/** Advances a board to the snapshot's heads; false when it must be reloaded. */
async function advance(followed: Followed, query: BoardQuery, heads: Heads, now: number): Promise<boolean> {
  const { generation } = heads;
  const before = followed.heads;
  let hasMoved = false;
  const isReplayed = heads.gammaDeadLetters !== before.gammaDeadLetters;
  if (heads.gamma !== before.gamma || isReplayed) {
    hasMoved = true;
    if (!(await readCategories(followed, query, generation, isReplayed ? 0 : before.gamma))) return false;
  }
  if (heads.clob !== before.clob) {
    hasMoved = true;
    await readWallets(followed, query, generation);
    await readConditions(followed, query, generation, before.clob);
    const { board } = followed;
    await query.eachEntry(generation, before.clob + 1, heads.clob + 1, (entries) => board.apply(entries, 1, [board.now]));
  }
  followed.heads = heads;
  for (const period of ROLLING) hasMoved = (await roll(followed, query, period, startMinute(period, now))) || hasMoved;
  if (hasMoved) followed.board.advanced();
  return true;
}

/** Moves a window's start forward: rows that it passes now count as before the window. */
async function roll(followed: Followed, query: BoardQuery, period: Rolling, minute: number): Promise<boolean> {
  const { board, heads } = followed;
  const fromMinute = followed.startMinutes.get(period) ?? minute;
  const from = followed.startSequences.get(period) ?? heads.clob + 1;
  const before = (await query.firstSequenceFrom(heads.generation, Math.max(minute, fromMinute))) ?? heads.clob + 1;
  if (before === from && minute <= fromMinute) return false;
  const start = board.start(period);
  await query.eachEntry(heads.generation, from, before, (entries) => board.apply(entries, 1, [start]));
  for (const { condition, markHalfPips } of await query.marksMoved(heads.generation, fromMinute, minute))
    start.setMark(condition, markHalfPips);
  followed.startMinutes.set(period, Math.max(minute, fromMinute));
  followed.startSequences.set(period, before);
  return true;
}
