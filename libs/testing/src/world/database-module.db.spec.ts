import { DATABASE_POOL, DatabaseModule, PrismaModule, PrismaService } from '@foretell/platform-prisma';
import type { Pool } from '@foretell/platform-prisma';
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import { createTestDatabase } from './test-database';
import type { TestDatabase } from './test-database';

describe('the database module', () => {
  let database: TestDatabase;
  let app: TestingModule;

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = { url: database.url, poolMax: 2, applicationName: 'foretell-module', statementTimeoutSeconds: 1 };
    app = await Test.createTestingModule({ imports: [DatabaseModule.forRoot(options), PrismaModule] }).compile();
  });

  afterAll(() => database.drop());

  it('opens no connection before the first query', async () => {
    await app.init();
    expect(app.get<Pool>(DATABASE_POOL).totalCount).toBe(0);
  });

  it('provides a pool with an application name that ends long statements', async () => {
    const pool: Pool = app.get(DATABASE_POOL);
    await expect(pool.query('SHOW application_name')).resolves.toMatchObject({ rows: [{ application_name: 'foretell-module' }] });
    await expect(pool.query('SELECT pg_sleep(10)')).rejects.toThrow('statement timeout');
  });

  it('provides a Prisma client over the same pool', async () => {
    const prisma = app.get(PrismaService);
    await expect(prisma.$queryRaw`SELECT current_setting('application_name') AS name`).resolves.toEqual([
      { name: 'foretell-module' },
    ]);
  });

  it('ends the pool at shutdown', async () => {
    const pool: Pool = app.get(DATABASE_POOL);
    await app.close();
    expect(pool.ended).toBe(true);
  });
});
