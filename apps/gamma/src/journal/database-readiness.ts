import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { ReadinessCheck } from '@foretell/platform-server';
import { CATALOG_POSITION } from '../store/store.query';

/** Ready when the database answers. NATS is not checked: without it the catalog can still be read, and only events wait. */
@Injectable()
export class DatabaseReadiness implements ReadinessCheck {
  readonly name = 'database';

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  readonly check = async (): Promise<string | null> => {
    const { rowCount } = await this.pool.query({ ...CATALOG_POSITION });
    return rowCount === 1 ? null : 'the migrations are not complete';
  };
}
