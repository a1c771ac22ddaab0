import type { Pool } from '@foretell/platform-prisma';
import type { SurfaceName } from '@foretell/contracts';

/** Counts that an operator set, by limit. They outlive the process, in the surface's own schema. */
export class LimitStore {
  constructor(
    private readonly pool: Pool,
    private readonly surface: SurfaceName,
  ) {}

  async all(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ name: string; count: number }>(`select name, count from ${this.surface}.limits`);
    return new Map(rows.map(({ name, count }) => [name, count]));
  }

  /** Null: the limit is as usual again. */
  async set(name: string, count: number | null, atMillis: number): Promise<void> {
    if (count === null) {
      await this.pool.query(`delete from ${this.surface}.limits where name = $1`, [name]);
      return;
    }
    await this.pool.query(
      `insert into ${this.surface}.limits (name, count, changed_at) values ($1, $2, $3)
       on conflict (name) do update set count = excluded.count, changed_at = excluded.changed_at`,
      [name, count, atMillis],
    );
  }
}
