import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { pause, Unavailable, within } from '@foretell/platform-server';
import { RECORD_POSITIONS, type RecordPositions } from './record.query';

/** Longer than a reader waits for the tables; past it the projector or PostgreSQL hangs. */
const DEADLINE_MILLIS = 5_000;
const LOOK_AGAIN_MILLIS = 10;

/** The projector of this process, which brings the tables up to the journal. */
export interface LocalProjector {
  /** Resolves when the tables hold every commit that was acknowledged before the call; rejects when they never will. */
  waitForProjection(): Promise<void>;
  lag(): { readonly commits: number };
}

/**
 * Read your writes: readers of the tables wait here first, so that a response includes everything acknowledged before the
 * request.
 */
@Injectable()
export class ProjectionProgress {
  private projector: LocalProjector | null = null;

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** From now on this process runs the projector. */
  follow(projector: LocalProjector): void {
    this.projector = projector;
  }

  /**
   * Resolves when the tables hold every commit that was acknowledged before the call. Throws Unavailable when that takes too
   * long.
   */
  async waitForProjection(): Promise<void> {
    if (this.projector === null) return this.waitForOtherProcess();
    const { commits } = this.projector.lag();
    if (commits > 0 && !(await within(DEADLINE_MILLIS, this.projector.waitForProjection()))) throw behind();
  }

  /** Another process runs the projector: compares the positions stored in the record. */
  private async waitForOtherProcess(): Promise<void> {
    const deadline = performance.now() + DEADLINE_MILLIS;
    let wanted: number | null = null;
    for (;;) {
      const { rows } = await this.pool.query<RecordPositions>({ ...RECORD_POSITIONS });
      const [{ committed, projected } = { committed: 0, projected: 0 }] = rows;
      wanted ??= committed;
      if (projected >= wanted) return;
      if (performance.now() > deadline) throw behind();
      await pause(LOOK_AGAIN_MILLIS);
    }
  }
}

/** Acknowledged commits are not visible in time. */
export function behind(): Unavailable {
  return new Unavailable('the tables lag behind, try again', 'record_behind');
}
