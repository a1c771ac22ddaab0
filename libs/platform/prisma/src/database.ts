import { Inject, Logger, Module } from '@nestjs/common';
import type {
  DynamicModule,
  FactoryProvider,
  InjectionToken,
  OnApplicationShutdown,
  OptionalFactoryDependency,
} from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient } from './generated/client';
import { createPool } from './pool';
import type { DatabaseOptions } from './pool';

/** Injects the pg.Pool: hot statements, transactions, arrays with unnest. */
export const DATABASE_POOL = Symbol('DATABASE_POOL');
/** Injects the PrismaClient, which works over the same pool. */
export const PRISMA = Symbol('PRISMA');
const DATABASE_OPTIONS = Symbol('DATABASE_OPTIONS');

/** Options that other providers know, typically the app's configuration. */
export interface DatabaseAsyncOptions {
  readonly inject: (InjectionToken | OptionalFactoryDependency)[];
  readonly useFactory: FactoryProvider<DatabaseOptions>['useFactory'];
}

/** A PrismaClient over `pool`. The pool outlives it: end the pool after `$disconnect`. */
export function createPrisma(pool: Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

/**
 * One pool and one PrismaClient for the whole app, injectable everywhere by DATABASE_POOL and PRISMA. Both end in onApplicationShutdown, the last of
 * Nest's hooks, so what writes to the database stops in beforeApplicationShutdown or earlier.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(PRISMA) private readonly prisma: PrismaClient,
  ) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return DatabaseModule.forRootAsync({ inject: [], useFactory: () => options });
  }

  static forRootAsync({ inject, useFactory }: DatabaseAsyncOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DATABASE_OPTIONS, inject, useFactory },
        { provide: DATABASE_POOL, inject: [DATABASE_OPTIONS], useFactory: loggedPool },
        { provide: PRISMA, inject: [DATABASE_POOL], useFactory: createPrisma },
      ],
      exports: [DATABASE_POOL, PRISMA],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prisma.$disconnect();
    if (!this.pool.ended) await this.pool.end();
  }
}

function loggedPool(options: DatabaseOptions): Pool {
  const logger = new Logger('Database');
  return createPool(options, (error) => logger.error(`a database connection broke: ${error.message}`));
}
