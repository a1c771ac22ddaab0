/**
 * `npm run simulate`: runs the exchange in one process, on a simulated clock, database and bus. See docs/decisions/simulation.md.
 *   --seeds N   number of seeds (1 000 by default); stops at the first that breaks an invariant and prints all its steps
 *   --from N    the first seed, default 1
 *   --seed N    only this seed, with all its steps
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
  if (wrong !== undefined) return fail(`--${wrong[0]} is an integer.`);
  installDependencies();
  const built = await build();
  if (built !== 0) return built;
  const { runSeeds } = createRequire(import.meta.url)(join(ROOT, PROJECT, 'dist/simulation/simulate.js'));
  const print = (line) => process.stdout.write(`${line}\n`);
  return (await runSeeds({ seeds: 1_000, from: 1, ...Object.fromEntries(numbers), print })) ? 0 : 1;
}

/** Simulates the production build; the simulation itself is built separately. */
async function build() {
  const stdio = ['ignore', 2, 2];
  const code = await runTool('nx', ['run', 'clob:build', '--output-style=static'], { stdio });
  return code === 0 ? runTool('tsc', ['-b', '--noCheck', `${PROJECT}/tsconfig.simulation.json`], { stdio }) : code;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  return 2;
}
