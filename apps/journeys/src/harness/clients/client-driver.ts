import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { walletFromPrivateKey } from '@foretell/client';
import { clientsFolder } from '../journeys.config';
import { surroundings } from '../process.config';
import { ROOT } from '../repository';
import type { World } from '../world';
import type { DrivenClient } from './driven-clients';

const DRIVERS = join(ROOT, 'apps', 'journeys', 'clients', 'drivers');
const BUILT = 'bin/';
const FUNDER_CREDIT = '10000';

export interface Step {
  readonly flow: string;
  readonly step: string;
  /** Absent when it passed. */
  readonly reason?: string;
}

export type Site = Readonly<Record<string, string>>;

/** Whether npm run clients could install the client. */
export function isInstalled({ command: [program = ''], packages = 'python' }: DrivenClient): boolean {
  if (program.startsWith('python3')) return existsSync(join(clientsFolder(), packages));
  if (program === 'java') return existsSync(join(clientsFolder(), 'java'));
  return !program.startsWith(BUILT) || existsSync(join(clientsFolder(), program));
}

/** The client's own key, and another one that quotes for its requests. */
export async function callersOf(world: World, driven: DrivenClient): Promise<Site> {
  const [caller, quoter] = [await callerOf(world, driven), await callerOf(world, driven)];
  const { key, funder } = quoter;
  return { ...caller, quoterKey: key, ...(funder === undefined ? {} : { quoterFunder: funder }) };
}

interface Caller {
  readonly key: string;
  readonly funder?: string;
}

/** A new key, and a deposit wallet that pays for it for clients that sign for no other (`kuest-v2`). */
async function callerOf(world: World, { preset }: DrivenClient): Promise<Caller> {
  const key = randomBytes(32);
  const caller = { key: `0x${key.toString('hex')}` };
  if (preset !== 'kuest-v2') return caller;
  const { address } = await walletFromPrivateKey(key);
  const funder = `0x${randomBytes(20).toString('hex')}`;
  await world.opsJson('wallets', 'link', funder, address, '--kind', 'deposit');
  await world.opsJson('ledger', 'credit', funder, FUNDER_CREDIT, '--reference', `deposit-${funder}`);
  return { ...caller, funder };
}

export interface DriveOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /** Ends the driver's process. */
  readonly signal?: AbortSignal;
  /** Arguments appended to the driver's own. */
  readonly more?: readonly string[];
}

/** The driver's output lines. A driver that exits without output, or is killed, counts as a failed step. */
export function drive(
  { command: [program = '', ...words], preset, packages }: DrivenClient,
  site: Site,
  { timeout, signal, more = [] }: DriveOptions,
): Promise<readonly Step[]> {
  const folder = clientsFolder();
  const environment = {
    ...surroundings(),
    SITE: JSON.stringify(site),
    CLIENTS: join(folder, 'npm'),
    PYTHONPATH: join(folder, packages ?? (preset === 'kuest-v2' ? 'python-kuest' : 'python')),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const file = program.startsWith(BUILT) ? join(folder, program) : program;
  return new Promise((resolve) => {
    execFile(file, [...words, ...more], { cwd: DRIVERS, env: environment, timeout, signal }, (fault, out, complaints) => {
      const steps = out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Step] : []));
      const last = complaints.split('\n').findLast((line) => line.includes('Error')) ?? '';
      resolve(fault === null ? steps : [...steps, { flow: 'trading', step: 'the driver', reason: last || fault.message }]);
    });
  });
}
