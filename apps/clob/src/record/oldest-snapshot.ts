import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { watchGauge } from '@foretell/platform-server';
import { OLDEST_SNAPSHOT, type SnapshotAge } from './record.query';

/**
 * Age of the oldest open snapshot. Each check stores the current transaction id, so a snapshot is at least as old as the first
 * check with a higher id. A snapshot older than this process counts from the start of the process.
 */
@Injectable()
export class OldestSnapshot implements OnModuleInit {
  private looks: { readonly next: number; readonly at: number }[] = [];

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  onModuleInit(): void {
    const help = 'Age of the oldest open database snapshot.';
    watchGauge({ name: 'foretell_oldest_snapshot_seconds', help }, () => this.seconds());
  }

  /** @param now monotonic milliseconds */
  async seconds(now = performance.now()): Promise<number> {
    const { rows } = await this.pool.query<SnapshotAge>({ ...OLDEST_SNAPSHOT });
    const [{ next, ago } = { next: 0, ago: 0 }] = rows;
    this.looks = this.looks.filter((look) => look.next > next - ago);
    const since = this.looks[0]?.at ?? now;
    if (ago > 0) this.looks.push({ next, at: now });
    return (now - since) / 1_000;
  }
}
