import { Inject, Logger, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { createPool } from './pool';
import type { DatabaseOptions } from './pool';

/** Injection token of the pg.Pool: hot statements, transactions, arrays with unnest. */
export const DATABASE_POOL = Symbol('DATABASE_POOL');
/** Injection token of the pool for a service's essential work: see DatabaseOptions.vitalMax. */
export const VITAL_POOL = Symbol('VITAL_POOL');
/** Injection token of the options: for a connection on another thread. */
export const DATABASE_OPTIONS = Symbol('DATABASE_OPTIONS');

/**
 * One pool for the entire app, injectable everywhere by DATABASE_POOL, and VITAL_POOL as well. They end in onApplicationShutdown,
 * the last of Nest's hooks, so writers to the database must stop in beforeApplicationShutdown or earlier.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(VITAL_POOL) private readonly vital: Pool,
  ) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DATABASE_OPTIONS, useValue: options },
        { provide: DATABASE_POOL, inject: [DATABASE_OPTIONS], useFactory: loggedPool },
        { provide: VITAL_POOL, inject: [DATABASE_OPTIONS, DATABASE_POOL], useFactory: vitalPool },
      ],
      exports: [DATABASE_OPTIONS, DATABASE_POOL, VITAL_POOL],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const pool of new Set([this.pool, this.vital])) if (!pool.ended) await pool.end();
  }
}

function loggedPool(options: DatabaseOptions): Pool {
  const logger = new Logger('Database');
  return createPool(options, (error) => logger.error(`a database connection broke: ${error.message}`));
}

function vitalPool({ vitalMax, ...options }: DatabaseOptions, pool: Pool): Pool {
  if (vitalMax === undefined) return pool;
  return loggedPool({ ...options, poolMax: vitalMax, applicationName: `${options.applicationName}-vital` });
}
