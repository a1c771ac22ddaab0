export { createPrisma, DATABASE_POOL, DatabaseModule, PRISMA } from './database';
export type { DatabaseAsyncOptions } from './database';
export { INT8_AS_NUMBER, parseInt8 } from './int8';
export { createPool, inTransaction } from './pool';
export type { DatabaseOptions } from './pool';
export { Prisma, PrismaClient } from './generated/client';
export type { Pool, PoolClient } from 'pg';
