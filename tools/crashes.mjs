/**
 * `npm run crashes`: kills the trading service repeatedly under load (kill -9), runs the doctor after each kill, and finally
 * compares what was acknowledged with the journal and the tables. About ten seconds a cycle.
 *   --cycles N   number of kills (200)
 */
import { parseArgs } from 'node:util';
import { installDependencies, runTool } from './workspace.mjs';

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '200' } } });
installDependencies();
Object.assign(process.env, { JOURNEY_CRASH_CYCLES: values.cycles, JOURNEY_CRASH_DOCTOR: '1' });
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static'], { stdio: ['ignore', 2, 2] });
process.exitCode = built !== 0 ? built : await runTool('jest', ['-c', 'apps/journeys/jest.config.cjs', 'crash.spec']);
