export { blockedBackend } from './blocked-backend';
export { createEmptyDatabase, createTestDatabase, databaseAt } from './test-database';
export type { TestDatabase } from './test-database';
export { makeTestStreams, testNats } from './test-nats';
export * from './batches';
export { readWhileLocked } from './locked-reads';
export { until } from './until';
export { WebSocketReader } from './web-socket-reader';
