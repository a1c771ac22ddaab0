import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';

/** When a wallet first traded here. */
@Injectable()
export class FirstTradeQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Null when it never did. */
  async at(wallet: string): Promise<Date | null> {
    const { rows } = await this.pool.query<{ at: number }>('SELECT at FROM gamma.first_trades WHERE wallet = $1', [wallet]);
    return rows[0] === undefined ? null : new Date(rows[0].at);
  }
}
