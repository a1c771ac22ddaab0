/**
 * `npm run fuzz`: runs every service as a separate process and sends it valid requests from its document, the same with one
 * fault, and random ones. The same seed sends the same requests.
 *   --requests N   per service (50000)
 *   --seed N       (1)
 * Fails on a 5xx response, on growing memory, on changes of an uninvolved wallet's data, and on a finding of the doctor.
 * Prints statuses, memory, and the p99 of valid orders without and with the fuzzing.
 */
import { parseArgs } from 'node:util';
import { testBuilt } from './workspace.mjs';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
Object.assign(process.env, { FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed });
await testBuilt(['-c', 'apps/journeys/jest.config.cjs', 'fuzz'], { stdio: ['ignore', 2, 2] });
