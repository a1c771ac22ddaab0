/**
 * `npm run fuzz`: sends every surface, as a process of its own, what its document allows, the same with something wrong, and what
 * nobody thought of. The same seed sends the same requests.
 *   --requests N   of each surface (50000)
 *   --seed N       (1)
 * It fails on an answer that is a fault of ours, on memory that grows, on a witness's belongings that change and on a
 * doctor's finding, and prints statuses, memory, and the p99 of honest orders alone and beside it.
 */
import { parseArgs } from 'node:util';
import { installDependencies, runTool } from './workspace.mjs';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
installDependencies();
Object.assign(process.env, { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed });
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static'], { stdio: ['ignore', 2, 2] });
process.exitCode = built !== 0 ? built : await runTool('jest', ['-c', 'apps/journeys/jest.config.cjs', 'fuzz']);
