/**
 * `npm run upgrade`: builds this checkout and the release before, and upgrades a running site from that one to this one, back,
 * and forward again, under load (apps/journeys/src/upgrade.long-spec.ts). Takes several minutes. The release before is the last
 * tag, or the commit in UPGRADE_FROM; without a tag, the last commit. The checkout's history must contain it.
 */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static']);
process.exitCode = built === 0 ? await runTool('jest', ['-c', 'apps/journeys/jest.upgrade.config.cjs']) : built;
