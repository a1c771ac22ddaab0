import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { VITAL_POOL } from './database';
import { PrismaClient } from './generated/client';

/**
 * Prisma Client for the cold tables: which these are stands in docs/decisions/prisma.md and is held by a test. It works over the
 * surface's pool for what it cannot do without, so it has its connections, role and limits, and takes no connection before its
 * first query. BIGINT columns come as bigint: a store turns them into numbers before it hands a row out.
 */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(@Inject(VITAL_POOL) pool: Pool) {
    super({ adapter: new PrismaPg(pool) });
  }

  /** Lets go of the pool, which its own module ends. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}

/** For surfaces that have cold tables, beside their DatabaseModule. */
@Global()
@Module({ providers: [PrismaService], exports: [PrismaService] })
export class PrismaModule {}
