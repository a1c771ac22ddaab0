import { Inject, Injectable } from '@nestjs/common';
import { VITAL_POOL, Mirror, PrismaService, type Pool } from '@foretell/platform-prisma';
import { AccessNotices } from '../notices/access-notices';

/** From everything, or from opening new positions. */
export type Ban = 'full' | 'closed-only';

interface BanRow {
  readonly address: string;
  readonly closedOnly: boolean;
}

const BANS = 'select address, closed_only as "closedOnly" from clob.bans';

/**
 * Whom an operator has barred, from memory: every request for orders asks. A ban holds at once in the process that was told, and
 * within a second in every other. Source: docs/decisions/requests.md.
 */
@Injectable()
export class Bans {
  private readonly bans: Mirror<Ban>;

  constructor(
    @Inject(VITAL_POOL) pool: Pool,
    private readonly prisma: PrismaService,
    notices: AccessNotices,
  ) {
    const load = async (): Promise<(readonly [string, Ban])[]> => {
      const { rows } = await pool.query<BanRow>(BANS);
      return rows.map((row) => [row.address, banOf(row)] as const);
    };
    const one = async (address: string): Promise<Ban | undefined> => {
      const { rows } = await pool.query<BanRow>({ name: 'ban-of', text: `${BANS} where address = $1`, values: [address] });
      return rows[0] === undefined ? undefined : banOf(rows[0]);
    };
    this.bans = new Mirror({ load, one }, { isWhole: true, rowsMax: Infinity, isCurrent: () => notices.isCurrent() });
    notices.listen('bans', this.bans);
  }

  async of(address: string): Promise<Ban | null> {
    return (await this.bans.get(address)) ?? null;
  }

  async set(address: string, mode: Ban | 'lift', atMillis: number): Promise<void> {
    try {
      await this.write(address, mode, atMillis);
    } finally {
      // Also after a failure: it may have come after the commit.
      this.bans.changed(address);
    }
  }

  private async write(address: string, mode: Ban | 'lift', atMillis: number): Promise<void> {
    if (mode === 'lift') {
      await this.prisma.clobBan.deleteMany({ where: { address } });
      return;
    }
    const ban = { closedOnly: mode === 'closed-only', bannedAt: atMillis };
    await this.prisma.clobBan.upsert({ where: { address }, create: { address, ...ban }, update: ban });
  }
}

function banOf({ closedOnly }: BanRow): Ban {
  return closedOnly ? 'closed-only' : 'full';
}
