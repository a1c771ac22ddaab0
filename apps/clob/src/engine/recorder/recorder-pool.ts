import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { RECORDER_APPLICATION } from '../lease';

/** One to write by, one for the look at the journal that a recovery takes. */
const CONNECTIONS = 2;
const NO_TIMEOUT = 0;

/**
 * The recorder's own connections. What it writes is in the journal already, so no commit of it has to wait for the disk: a server
 * that fails comes back with tables and recorder's head as of an earlier commit, and the rest is recorded again.
 */
export function recorderPool(databaseUrl: string): Pool {
  return createPool(
    {
      url: databaseUrl,
      applicationName: RECORDER_APPLICATION,
      poolMax: CONNECTIONS,
      statementTimeoutSeconds: NO_TIMEOUT,
      settings: { ...BY_INDEX, synchronous_commit: 'off' },
    },
    () => undefined,
  );
}
