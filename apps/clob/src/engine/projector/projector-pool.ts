import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { PROJECTOR_APPLICATION } from '../lease';

/** One for writing, one to read the journal during a recovery. */
const CONNECTIONS = 2;
const NO_TIMEOUT = 0;

/**
 * The pool of a follower. It loads entire tables without a timeout, and reads the journal many times a second. Its application
 * name differs from the writing sessions', which a new lease holder terminates.
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
 * The projector's own connections. Its writes are in the journal already, so its commits need not wait for the disk: after a
 * server crash the tables and the projector's head are those of an earlier commit, and the rest is projected again.
 */
export function projectorPool(databaseUrl: string): Pool {
  return createPool(
    {
      url: databaseUrl,
      applicationName: PROJECTOR_APPLICATION,
      poolMax: CONNECTIONS,
      statementTimeoutSeconds: NO_TIMEOUT,
      settings: { ...BY_INDEX, synchronous_commit: 'off' },
    },
    () => undefined,
  );
}
