import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { VITAL_POOL } from './database';
import { PrismaClient } from './generated/client';

/**
 * Prisma Client for the cold tables, which docs/decisions/prisma.md lists and a test verifies. It uses the service's VITAL_POOL,
 * with its connections, role and limits, and takes no connection before its first query. BIGINT columns are returned as bigint: a
 * store converts them to numbers.
 */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  constructor(@Inject(VITAL_POOL) pool: Pool) {
    super({ adapter: new PrismaPg(pool) });
  }

  /** Releases the pool, which its own module ends. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
  }
}

/** For services with cold tables, next to their DatabaseModule. */
@Global()
@Module({ providers: [PrismaService], exports: [PrismaService] })
export class PrismaModule {}
