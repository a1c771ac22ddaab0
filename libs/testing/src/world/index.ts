export { createTestDatabase } from './test-database';
export type { TestDatabase } from './test-database';
export { testNats } from './test-nats';
export type { TestNats } from './test-nats';
export { readWorldConfig } from './world.config';
export type { WorldConfig } from './world.config';
