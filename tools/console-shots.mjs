/**
 * `npm run console:shots`: starts a site with the sample catalog, trades on it, and writes what the console's pages look like
 * into docs/console (apps/journeys/src/console.shots-spec.ts). It takes some minutes: a price history has a point a minute.
 */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static']);
process.exitCode = built === 0 ? await runTool('jest', ['-c', 'apps/journeys/jest.shots.config.cjs']) : built;
