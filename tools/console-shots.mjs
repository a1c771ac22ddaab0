/**
 * `npm run console:shots`: starts a site with the sample catalog, trades on it, and writes screenshots of the console's pages
 * into docs/console (apps/journeys/src/console.shots-spec.ts). Takes several minutes: a price history has one point a minute.
 */
import { testBuilt } from './workspace.mjs';

await testBuilt(['-c', 'apps/journeys/jest.shots.config.cjs']);
