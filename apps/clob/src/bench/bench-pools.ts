import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { projectorPool } from '../engine/projector/projector-pool';

const CONNECTIONS = 4;

export async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const options = { url, poolMax: CONNECTIONS, applicationName: 'bench', statementTimeoutSeconds: 600, settings: BY_INDEX };
  const pool = createPool(options, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Runs `work` with the pools of a writer and of its projector. */
export function withPools<T>(url: string, work: (pool: Pool, recording: Pool) => Promise<T>): Promise<T> {
  return withPool(url, async (pool) => {
    const recording = projectorPool(url);
    try {
      return await work(pool, recording);
    } finally {
      await recording.end();
    }
  });
}
