import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@foretell/platform-prisma';
import { loadBoard, type Followed } from './board.loader';
import { readingTables } from './board.query';
import type { HandedOver, LoadingOrder } from './board.thread';

/** A thread that loads the board: BoardThread opens this file. An uncaught error ends it. */
void load(workerData as LoadingOrder).then((followed) => {
  if (followed === null) return parentPort?.postMessage(null);
  const { board, ...rest } = followed;
  const handedOver: HandedOver = { ...rest, board: board.handOver() };
  parentPort?.postMessage(handedOver, buffersOf(handedOver.board));
});

async function load({ database, now }: LoadingOrder): Promise<Followed | null> {
  const applicationName = `${database.applicationName}-leaderboard`;
  // The pending query is rejected with the error of its connection.
  const pool = createPool({ ...database, poolMax: 1, applicationName }, () => undefined);
  try {
    return await readingTables(pool, async (query) => {
      const heads = await query.heads();
      return heads === null ? null : loadBoard(query, heads, now);
    });
  } finally {
    await pool.end();
  }
}

/** Every buffer in it, which is moved and not copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (value instanceof Map) return [...value.values()].flatMap(buffersOf);
  if (value instanceof Set || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each) => (typeof each === 'object' ? buffersOf(each) : []));
}
