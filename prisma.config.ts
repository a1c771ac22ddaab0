import { defineConfig } from 'prisma/config';

// generate, validate and format never run the schema engine, but Prisma downloads it first unless this variable names one.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
