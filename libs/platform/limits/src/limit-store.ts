import type { Pool } from '@foretell/platform-prisma';
import type { SurfaceName } from '@foretell/contracts';

const TABLES: Readonly<Record<SurfaceName, string>> = { clob: 'clob.limits', gamma: 'gamma.limits', data: 'data.limits' };

/** Counts that an operator set, by limit. They outlive the process, in the service's own schema. */
export class LimitStore {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    surface: SurfaceName,
  ) {
    this.table = TABLES[surface];
  }

  async all(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ name: string; count: number }>(`SELECT name, count FROM ${this.table}`);
    return new Map(rows.map(({ name, count }) => [name, count]));
  }

  /** Null restores the default limit. */
  async set(name: string, count: number | null, atMillis: number): Promise<void> {
    if (count === null) {
      await this.pool.query(`DELETE FROM ${this.table} WHERE name = $1`, [name]);
      return;
    }
    await this.pool.query(
      `INSERT INTO ${this.table} (name, count, changed_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET count = excluded.count, changed_at = excluded.changed_at`,
      [name, count, atMillis],
    );
  }
}
