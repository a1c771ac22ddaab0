export { blockedBackend } from './blocked-backend';
export { createBareDatabase, createTestDatabase, databaseAt } from './test-database';
export type { TestDatabase } from './test-database';
export { makeTestStreams, testNats } from './test-nats';
export * from './batches';
