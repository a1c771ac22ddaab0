import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSourceFiles, ROOT } from './source-files';

const WORKSPACE = JSON.stringify(pathToFileURL(join(ROOT, 'tools', 'workspace.mjs')).href);
/** Prints on both streams after their reader is gone. */
const PROGRAM = `
  const { say } = await import(${WORKSPACE});
  process.stdin.once('end', async () => {
    for (let line = 0; line < 3; line += 1) {
      say('a line');
      process.stderr.write('a line\\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.exitCode = 3;
  }).resume();`;

describe('a tool whose output is piped to a reader that ends early, such as head', () => {
  it('finishes, and its exit code says how', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { stdio: 'pipe' });
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([3, null]);
  });

  it('is each one that prints', () => {
    const printing = readSourceFiles().code.filter(
      ({ path, text }) => /^tools\/[\w-]+\.mjs$/.test(path) && text.includes('process.stdout.write'),
    );
    expect(printing.length).toBeGreaterThan(3);
    const without = printing.filter(({ text }) => !/^import .*'\.\/(workspace|migrate\/closed-pipe)\.mjs';$/m.test(text));
    expect(without.map(({ path }) => path)).toEqual([]);
  });
});
