import { messageOf } from '@foretell/platform-server';
import { raiseEpoch } from '../engine/epoch.query';
import { recover } from '../engine/recovery';
import { databaseRecord } from '../engine/trading-record';
import { examine } from '../ops/examination';
import { withPool } from './bench-pools';
import { RULES } from './start-writer';
import { timed } from './timed';

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

async function main([name = '', url = '']: readonly string[]): Promise<void> {
  const work = WORK[name];
  if (work === undefined) throw new Error(`there is no work ${name}`);
  const { millis } = await timed(() => work(url));
  process.stdout.write(String(millis / 1_000));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
