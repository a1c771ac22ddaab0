import { BY_INDEX, createPool, type Pool } from '@foretell/platform-prisma';
import { messageOf } from '@foretell/platform-server';
import { raiseEpoch } from '../engine/epoch.query';
import { recover } from '../engine/recovery';
import { databaseRecord } from '../engine/trading-record';
import { examine } from '../ops/examination';
import { RULES } from './start-writer';

/**
 * `node size-process.js doctor|recover URL`: a step of the bench `size`, in a fresh process separate from the load. Prints the
 * seconds without the start of the process.
 */
const WORK: Readonly<Record<string, (url: string) => Promise<void>>> = { doctor, recover: recoverCold };

async function doctor(url: string): Promise<void> {
  const { checks, state } = await examine(url, RULES);
  const broken = checks.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`);
  if (broken.length > 0 || state.record !== state.memory) throw new Error(`the record does not hold: ${broken.join('; ')}`);
}

async function recoverCold(url: string): Promise<void> {
  await withPool(url, async (pool) => {
    const epoch = await raiseEpoch(pool);
    await recover(databaseRecord(epoch, pool), RULES);
  });
}

async function withPool(url: string, work: (pool: Pool) => Promise<void>): Promise<void> {
  const options = { url, poolMax: 2, applicationName: 'bench', statementTimeoutSeconds: 0, settings: BY_INDEX };
  const pool = createPool(options, () => undefined);
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

async function main([name = '', url = '']: readonly string[]): Promise<void> {
  const work = WORK[name];
  if (work === undefined) throw new Error(`there is no work ${name}`);
  const startedAt = performance.now();
  await work(url);
  process.stdout.write(String((performance.now() - startedAt) / 1_000));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
