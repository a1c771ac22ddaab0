import { readFile } from 'node:fs/promises';
import { eventually } from './harness/eventually';
import { OwnTree } from './harness/own-tree';
import { fieldsOf } from './harness/reads';

const STEP_MS = 300_000;
/** Services drain and two servers stop: this takes seconds, and never longer than this. */
const END_MS = 60_000;
const MOST_RESTARTS = 5;
const AGAIN_MS = 60_000;
const STARTED_AGAIN = 'gamma: was ended by SIGKILL: starting it again';

jest.setTimeout(STEP_MS);

describe('npm start', () => {
  const trees: OwnTree[] = [];
  let tree: OwnTree;

  beforeAll(async () => {
    tree = await OwnTree.create();
    trees.push(tree);
    await tree.start('--no-sample');
  }, STEP_MS);

  afterAll(async () => {
    for (const each of trees) await each.remove();
  }, STEP_MS);

  it('leaves out the sample catalog with the option', async () => {
    await expect((await fetch(`${tree.url('gamma')}/events`)).json()).resolves.toEqual([]);
  });

  it('listens on 127.0.0.1 only, because its sandbox must not be reachable from outside', async () => {
    for (const served of ['clob', 'gamma', 'data', 'console'] as const) {
      const elsewhere = tree.url(served).replace('127.0.0.1', '127.0.0.2');
      await expect(fetch(elsewhere)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    }
  });

  it('serves the console with the addresses of its services', async () => {
    const config: unknown = await (await fetch(`${tree.url('console')}/config.json`)).json();
    expect(config).toEqual({ clob: tree.url('clob'), gamma: tree.url('gamma'), data: tree.url('data'), pictures: [] });
    expect(tree.output).toContain(`console  ${tree.url('console')}`);
  });

  it('creates a key for the operator’s view, prints where it is, and opens the view with it', async () => {
    const [, file] = /operatorViewKey of (\S+)/.exec(tree.output) ?? [];
    const { operatorViewKey } = fieldsOf(JSON.parse(await readFile(file ?? '', 'utf8')));
    for (const service of ['clob', 'gamma', 'data'] as const) {
      const response = await fetch(`${tree.url(service)}/operator/status`, {
        headers: { authorization: `Bearer ${String(operatorViewKey)}` },
      });
      expect(await response.json()).toMatchObject({ surface: service, isReady: true });
    }
    expect(tree.output).not.toContain(String(operatorViewKey));
  });

  it('is not rebuilt by the command-line tool while it runs, because processes may be loading from its folders', async () => {
    const built = ['apps/ops/dist/main.js', 'libs/platform/server/dist/index.js'];
    const before = await tree.changesOf(built);
    await tree.ops('--help');
    expect(await tree.changesOf(built)).toEqual(before);
  });

  it('restarts a service that was killed, and leaves the others alone', async () => {
    const [gamma, clob] = [await tree.processOf('gamma'), await tree.processOf('clob')];
    process.kill(gamma, 'SIGKILL');
    await eventually(
      'another gamma responds',
      async () => (await tree.processOf('gamma')) !== gamma && (await tree.isReady('gamma')),
      AGAIN_MS,
    );
    expect(await tree.processOf('clob')).toBe(clob);
    // `npm start` reads it from a log.
    await eventually('the restart is logged', () => Promise.resolve(tree.output.includes(STARTED_AGAIN) || undefined));
  });

  it('starts in a copy of a folder in use with its own data, without harm to the original', async () => {
    const before = await tree.processOf('clob');
    const copy = await tree.copy();
    trees.push(copy);
    await copy.write('.foretell/logs/build.log', '');
    await copy.start('--no-sample');
    expect(copy.output).toMatch(/This is a copy of \S+, made while that was running: its data may be torn and are put aside in/);
    expect(await copy.isReady('clob')).toBe(true);
    expect(await copy.interrupt()).toBe(0);
    // Nothing had changed, so nothing was built; now a source is added.
    await expect(copy.read('.foretell/logs/build.log')).resolves.toBe('');
    expect([tree, copy].map(({ output }) => /^Building/m.test(output))).toEqual([true, false]);
    await copy.write('apps/ops/src/added.ts', 'export const ADDED = true;\n');
    await copy.ops('--help');
    await expect(copy.read('apps/ops/dist/added.js')).resolves.toContain('ADDED');
    expect(await tree.processOf('clob')).toBe(before);
    expect(await tree.isReady('clob')).toBe(true);
  });

  it('stops restarting a service that crashes repeatedly, says so, and keeps the others running', async () => {
    const killed = new Set<number>();
    await eventually(
      'restarts of data have stopped',
      async () => {
        const pid = await tree.processOf('data');
        if (!Number.isNaN(pid) && !killed.has(pid)) {
          process.kill(pid, 'SIGKILL');
          killed.add(pid);
        }
        return tree.output.includes('data: was ended by SIGKILL too often');
      },
      END_MS,
    );
    expect(killed.size).toBe(MOST_RESTARTS + 1);
    expect(tree.output).toContain('(5 restarts in 60 s): it is not started again, the others go on');
    expect(await tree.isReady('clob')).toBe(true);
    expect(await tree.isReady('gamma')).toBe(true);
  });

  it('ends by Ctrl-C within a bounded time, even with a service that hangs', async () => {
    process.kill(await tree.processOf('gamma'), 'SIGSTOP');
    const started = Date.now();
    expect(await tree.interrupt()).toBe(0);
    expect(Date.now() - started).toBeLessThan(END_MS);
    expect(await tree.isReady('clob')).toBe(false);
  });
});
