import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { projectorPool } from '../engine/projector/projector-pool';

const CONNECTIONS = 4;

/** Runs `work` with the pools of a writer and of its projector. */
export async function withPools<T>(url: string, work: (pool: Pool, recording: Pool) => Promise<T>): Promise<T> {
  const pool = createPool(
    { url, poolMax: CONNECTIONS, applicationName: 'bench', statementTimeoutSeconds: 600, settings: BY_INDEX },
    () => undefined,
  );
  const recording = projectorPool(url);
  try {
    return await work(pool, recording);
  } finally {
    await recording.end();
    await pool.end();
  }
}
