/**
 * `npm run simulate`: the exchange in one process, on a simulated clock, record and bus. See docs/decisions/simulation.md.
 *   --seeds N   so many seeds (1 000 unless told), until one breaks a promise; that one is then told with all that happened
 *   --from N    the first of them, 1 unless told
 *   --seed N    this seed alone, with all that happens in it
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, ROOT, runTool } from './workspace.mjs';

const PROJECT = 'apps/clob';

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  let options;
  try {
    options = parseArgs({
      options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } },
    });
  } catch (error) {
    return fail(error.message);
  }
  const numbers = Object.entries(options.values).map(([name, text]) => [name, Number(text)]);
  const wrong = numbers.find(([, number]) => !Number.isSafeInteger(number) || number < 0);
  if (wrong !== undefined) return fail(`--${wrong[0]} is a whole number.`);
  installDependencies();
  const built = await build();
  if (built !== 0) return built;
  const { runSeeds } = createRequire(import.meta.url)(join(ROOT, PROJECT, 'dist/simulation/simulate.js'));
  const print = (line) => process.stdout.write(`${line}\n`);
  return (await runSeeds({ seeds: 1_000, from: 1, ...Object.fromEntries(numbers), print })) ? 0 : 1;
}

/** What is simulated is what is built for production; the simulation itself is built beside it. */
async function build() {
  const stdio = ['ignore', 2, 2];
  const code = await runTool('nx', ['run', 'clob:build', '--output-style=static'], { stdio });
  return code === 0 ? runTool('tsc', ['-b', `${PROJECT}/tsconfig.simulation.json`], { stdio }) : code;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  return 2;
}
