/**
 * What the parts of one site were measured to cost, in microseconds: docs/performance.md, End to end. Batches of 15 orders of one
 * caller, cancels included.
 */
export const COSTS = {
  /** clob's own node without the writer's part: HTTP, keys, signature, shape. An order. */
  front: 174,
  /** The writer's thread, with recorder and relay. An order, and as much for half of a transfer. */
  writer: 31,
  /** A commit besides its orders: a round trip and the disk. */
  commit: 600,
  /** Of a commit's time, an order. */
  commitOrder: 8,
  /** PostgreSQL of the trading surface, journal and tables together: processor time of its server, not of the road. */
  database: 52,
  /** The data surface and its PostgreSQL: an order. */
  data: 83,
  gamma: 15,
  nats: 12,
  /** From a front to a writer or back, over NATS. */
  hop: 300,
} as const;

export const ORDERS_PER_REQUEST = 15;
export const BATCH_MAX = 256;
