import { CLOCK, type Clock } from '@foretell/platform-server';
import { DATABASE_POOL, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PLANNED_EACH_TIME } from '../database/sessions';
import type { Board } from './board';
import { loadBoard, readCategories, readConditions, readWallets, type Followed } from './board.loader';
import { BoardQuery, type Heads } from './board.query';
import { ROLLING, startMinute, type Rolling } from './period';

const TICK_MS = 300;

/**
 * Keeps the board up with the tables, by the same facts in every replica whichever of them applies facts. Each round reads
 * one snapshot: what came since the last round moves the present, what has grown too old moves the windows' starts.
 * A new generation, or a market that changes category, loads the board anew.
 */
@Injectable()
export class BoardFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('BoardFollower');
  private followed: Followed | null = null;
  private round: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The board as of the last round; null before the first is complete. */
  get board(): Board | null {
    return this.followed?.board ?? null;
  }

  onApplicationBootstrap(): void {
    void this.tick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.round?.catch(() => undefined);
  }

  /** Brings the board up to the tables as they are now. Rounds never overlap: who asks during one waits for the next. */
  async refresh(): Promise<void> {
    await this.round?.catch(() => undefined);
    this.round ??= this.follow().finally(() => (this.round = null));
    await this.round;
  }

  private async tick(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      // A round that broke may have moved half: the next one begins from the tables.
      this.followed = null;
      this.logger.error({ err: error }, 'the leaderboard could not follow the tables');
    }
    if (!this.isStopping) this.timer = setTimeout(() => void this.tick(), TICK_MS);
  }

  private async follow(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // Loading sums up a month; it runs beside the reads, not in front of one.
      await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '256MB'; ${PLANNED_EACH_TIME}`);
      await this.followSnapshot(client);
    } finally {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }

  private async followSnapshot(client: PoolClient): Promise<void> {
    const query = new BoardQuery(client);
    const now = this.clock();
    const heads = await query.heads();
    if (heads === null) return;
    const { followed } = this;
    if (followed === null || followed.heads.generation !== heads.generation || !(await advance(followed, query, heads, now))) {
      this.followed = await loadBoard(query, heads, now);
    }
  }
}

/** Moves a board to the snapshot's heads; false when it must be loaded anew. */
async function advance(followed: Followed, query: BoardQuery, heads: Heads, now: number): Promise<boolean> {
  const { generation } = heads;
  const before = followed.heads;
  let hasMoved = false;
  if (heads.gamma !== before.gamma) {
    hasMoved = true;
    if (!(await readCategories(followed, query, generation, before.gamma))) return false;
  }
  if (heads.clob !== before.clob) {
    hasMoved = true;
    await readWallets(followed, query, generation);
    await readConditions(followed, query, generation, before.clob);
    for await (const entry of query.entries(generation, before.clob + 1, heads.clob + 1)) followed.board.now.apply(entry, 1);
  }
  followed.heads = heads;
  for (const period of ROLLING) hasMoved = (await roll(followed, query, period, startMinute(period, now))) || hasMoved;
  if (hasMoved) followed.board.advanced();
  return true;
}

/** Moves a window's start forward: what it leaves behind now counts as before the window. */
async function roll(followed: Followed, query: BoardQuery, period: Rolling, minute: number): Promise<boolean> {
  const { board, heads } = followed;
  const fromMinute = followed.startMinutes.get(period) ?? minute;
  const from = followed.startSequences.get(period) ?? heads.clob + 1;
  const before = (await query.firstSequenceFrom(heads.generation, Math.max(minute, fromMinute))) ?? heads.clob + 1;
  if (before === from && minute <= fromMinute) return false;
  const start = board.starts.get(period);
  for await (const entry of query.entries(heads.generation, from, before)) start?.apply(entry, 1);
  for (const { condition, markHalfPips } of await query.marksMoved(heads.generation, fromMinute, minute)) start?.setMark(condition, markHalfPips);
  followed.startMinutes.set(period, Math.max(minute, fromMinute));
  followed.startSequences.set(period, before);
  return true;
}
