/**
 * `npm run crashes`: kills the trading service repeatedly under load (kill -9), runs the doctor after each kill, and finally
 * compares what was acknowledged with the journal and the tables. About ten seconds a cycle.
 *   --cycles N   number of kills (200)
 */
import { parseArgs } from 'node:util';
import { testBuilt } from './workspace.mjs';

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '200' } } });
Object.assign(process.env, { JOURNEY_CRASH_CYCLES: values.cycles, JOURNEY_CRASH_DOCTOR: '1' });
await testBuilt(['-c', 'apps/journeys/jest.config.cjs', 'crash.spec'], { stdio: ['ignore', 2, 2] });
