import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from './harness/eventually';
import { surroundings } from './harness/process.config';
import { ROOT } from './harness/repository';

const moduleAt = (...path: readonly string[]): string => JSON.stringify(pathToFileURL(join(ROOT, 'tools', ...path)).href);
/** Starts a process that ignores all signals, prints its id, and ends as requested after input on standard input. */
const HOLDER = `
  const { spawn } = await import('node:child_process');
  const { endWithUs } = await import(${moduleAt('embedded', 'end-with-us.mjs')});
  const deaf = 'for (const s of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(s, () => 0); console.log("deaf"); setInterval(() => 0, 1e6)';
  const held = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'ignore'] });
  held.stdout.once('data', () => {
    endWithUs(held.pid);
    process.stderr.write('held ' + held.pid + '\\n');
    process.stdin.once('data', () => { END });
  });
  setInterval(() => 0, 1e6);`;
/** As npm run clients, fuzz, upgrade and test do: a tool that runs jest, which has started a service. */
const TOOL = `
  const { runTool } = await import(${moduleAt('workspace.mjs')});
  await runTool('jest', ['-c', 'apps/journeys/jest.config.cjs', '--testMatch', '**/unstoppable.fixture-spec.ts']);`;
const STEP_MS = 60_000;

/** State of a process; undefined for one that has ended, or that is a zombie. */
async function stateOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const state = stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state === 'Z' ? undefined : state;
}

describe('a process started by another', () => {
  let parent: ChildProcess | undefined;
  let held: number | undefined;

  const run = async (script: string): Promise<number> => {
    // Servers that do not exist: the test needs none, so jest need not lease any.
    const env = { ...surroundings(), TEST_DATABASE_URL: 'postgresql://127.0.0.1:1/none', NATS_URL: 'nats://127.0.0.1:1' };
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env, stdio: ['pipe', 'ignore', 'pipe'] });
    parent = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    held = await eventually('a process is running', () => Promise.resolve(reportedPid(said)), STEP_MS);
    expect(await stateOf(held)).toBeDefined();
    child.stdin.write('go on\n');
    return held;
  };
  const isGone = (pid: number): Promise<true> =>
    eventually('it has ended', async () => (await stateOf(pid)) === undefined, STEP_MS);

  afterEach(() => {
    parent?.kill('SIGKILL');
    if (held !== undefined) endIfThere(held);
  });

  it.each([
    ['throws an uncaught exception', 'throw new Error("nobody catches this")'],
    ['has an unhandled rejection', 'Promise.reject(new Error("nobody awaits this"))'],
    ['exits', 'process.exit(3)'],
  ])(
    'ends when its parent %s',
    async (_, end) => {
      await isGone(await run(HOLDER.replace('END', end)));
    },
    STEP_MS,
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'ends when its parent is ended by %s, even if it is stopped itself',
    async (signal) => {
      const pid = await run(HOLDER.replace('END', ''));
      process.kill(pid, 'SIGSTOP');
      parent?.kill(signal);
      await isGone(pid);
    },
    STEP_MS,
  );

  it(
    'runs as long as its parent',
    async () => {
      const pid = await run(HOLDER.replace('END', 'process.stderr.write("later\\n")'));
      expect(parent?.exitCode).toBeNull();
      expect(await stateOf(pid)).toBeDefined();
    },
    STEP_MS,
  );

  it(
    'ends with the tool that runs the jest that started a service, when the tool is killed',
    async () => {
      const pid = await run(TOOL);
      parent?.kill('SIGKILL');
      await isGone(pid);
    },
    2 * STEP_MS,
  );
});

function reportedPid(said: string): number | undefined {
  const pid = /^held (\d+)$/m.exec(said)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, as expected.
  }
}
