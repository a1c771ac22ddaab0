import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

/** Whom an operator has barred: from everything, or from opening new positions. Read per request: a ban holds at once. */
@Injectable()
export class Bans {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async of(address: string): Promise<'full' | 'closed-only' | null> {
    const { rows } = await this.pool.query<{ closedOnly: boolean }>({
      name: 'ban-of',
      text: 'select closed_only as "closedOnly" from clob.bans where address = $1',
      values: [address],
    });
    if (rows[0] === undefined) return null;
    return rows[0].closedOnly ? 'closed-only' : 'full';
  }

  async set(address: string, mode: 'full' | 'closed-only' | 'lift', atMillis: number): Promise<void> {
    if (mode === 'lift') {
      await this.pool.query('delete from clob.bans where address = $1', [address]);
      return;
    }
    await this.pool.query(
      `insert into clob.bans (address, closed_only, banned_at) values ($1, $2, $3)
       on conflict (address) do update set closed_only = excluded.closed_only, banned_at = excluded.banned_at`,
      [address, mode === 'closed-only', atMillis],
    );
  }
}
