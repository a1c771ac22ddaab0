import { setTimeout as delay } from 'node:timers/promises';
import { PostgresPair } from '../../harness/postgres-pair';
import type { Fault, Stage } from './fault';

/** The time in which PostgreSQL's operator detects a lost primary. */
const NOTICED_MS = 2_000;

/** PostgreSQL's primary is lost and its synchronous standby promoted, which has every acknowledged commit. */
export const FAILOVER_FAULTS: readonly Fault[] = [
  failover('promote', 'PostgreSQL lost, its synchronous standby promoted', (pair) => pair.losePrimary()),
  failover(
    'promote-isolated',
    'PostgreSQL isolated but running, its standby promoted, the old one stopped at last',
    (pair) => pair.isolatePrimary(),
    (pair) => pair.fencePrimary(),
  ),
];

function failover(
  name: string,
  what: string,
  lose: (pair: PostgresPair) => Promise<void> | void,
  end?: (pair: PostgresPair) => Promise<void>,
): Fault {
  return {
    name,
    what,
    async stage(atEnd): Promise<Stage> {
      const pair = await PostgresPair.create();
      atEnd(() => pair.remove());
      return {
        options: { database: pair.database() },
        async begin() {
          await lose(pair);
          await delay(NOTICED_MS);
          await pair.promote();
        },
        end: () => end?.(pair),
      };
    },
  };
}
