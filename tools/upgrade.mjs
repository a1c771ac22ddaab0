/**
 * `npm run upgrade`: builds this checkout and the release before, and upgrades a running site from that one to this one, back,
 * and forward again, under load (apps/journeys/src/upgrade.long-spec.ts). Takes several minutes. The release before is the last
 * tag, or the commit in UPGRADE_FROM; without a tag, the last commit. The checkout's history must contain it.
 */
import { testBuilt } from './workspace.mjs';

await testBuilt(['-c', 'apps/journeys/jest.upgrade.config.cjs']);
