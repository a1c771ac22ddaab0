import { Inject, Injectable } from '@nestjs/common';
import type { Asset } from '@foretell/exchange';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { walletNumberSql } from '../columns/sql-columns';
import { ProjectionProgress } from '../record/projection-progress';

/** Available and locked micros. */
export interface Funds {
  readonly availableMicros: number;
  readonly lockedMicros: number;
}
export interface TokenFunds extends Funds {
  readonly conditionId: string;
  readonly outcome: 0 | 1;
}

const NOTHING: Funds = { availableMicros: 0, lockedMicros: 0 };

const FUNDS = `
  SELECT m.condition_id AS "conditionId", b.asset % 2 AS outcome, b.available_micros AS "availableMicros", b.locked_micros AS "lockedMicros"
  FROM clob.balances b LEFT JOIN clob.markets m ON m.number = b.asset / 2
  WHERE b.wallet_number = ${walletNumberSql('$1')} AND b.available_micros + b.locked_micros > 0 ORDER BY m.condition_id, outcome`;

/** A wallet's balances, as of the last commit. */
@Injectable()
export class BalancesQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  async of(wallet: string): Promise<{ readonly usdc: Funds; readonly positions: readonly TokenFunds[] }> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<Funds & { conditionId: string | null; outcome: 0 | 1 }>(FUNDS, [wallet]);
    const usdc = rows.find(({ conditionId }) => conditionId === null) ?? NOTHING;
    const positions = rows.flatMap(({ conditionId, outcome, availableMicros, lockedMicros }) =>
      conditionId === null ? [] : [{ conditionId, outcome, availableMicros, lockedMicros }],
    );
    return { usdc, positions };
  }

  /** A wallet's balance of one token, or of the collateral. */
  async one(wallet: string, asset: Asset): Promise<Funds> {
    const { usdc, positions } = await this.of(wallet);
    if (asset === null) return usdc;
    return (
      positions.find(({ conditionId, outcome }) => conditionId === asset.conditionId && outcome === asset.outcome) ?? NOTHING
    );
  }

  /** The movement booked under a reference. */
  async entry(
    reference: string,
  ): Promise<{ readonly kind: string; readonly wallet: string; readonly amountMicros: number } | undefined> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<{ kind: string; wallet: string; amountMicros: number }>(
      'SELECT kind, wallet, amount_micros AS "amountMicros" FROM clob.ledger_entries WHERE reference = $1',
      [reference],
    );
    return rows[0];
  }
}
