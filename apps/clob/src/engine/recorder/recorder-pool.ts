import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { RECORDER_APPLICATION } from '../lease';

/** One to write by, one for the look at the journal that a recovery takes. */
const CONNECTIONS = 2;
const NO_TIMEOUT = 0;

/**
 * For whoever follows the journal: it loads the tables as a whole, which takes as long as it takes, and reads the journal many
 * times a second. Not named as those that write: whoever takes the lease ends their sessions.
 */
export function followerPool(databaseUrl: string): Pool {
  return createPool(
    {
      url: databaseUrl,
      applicationName: 'foretell-clob-follower',
      poolMax: CONNECTIONS,
      statementTimeoutSeconds: NO_TIMEOUT,
      settings: BY_INDEX,
    },
    () => undefined,
  );
}

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
