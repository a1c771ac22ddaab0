import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, PrismaService, type Pool } from '@foretell/platform-prisma';

/** Whom an operator has barred: from everything, or from opening new positions. Read per request: a ban holds at once. */
@Injectable()
export class Bans {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly prisma: PrismaService,
  ) {}

  /**
   * Asked by every POST of orders, so by a prepared statement: Prisma takes several times the processor's time for the same row.
   */
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
      await this.prisma.clobBan.deleteMany({ where: { address } });
      return;
    }
    const ban = { closedOnly: mode === 'closed-only', bannedAt: atMillis };
    await this.prisma.clobBan.upsert({ where: { address }, create: { address, ...ban }, update: ban });
  }
}
