/**
 * `npm run upgrade`: builds this checkout and the previous release. Upgrades a running site from that one to this one, rolls it
 * back, and upgrades it again, under load (apps/journeys/src/upgrade.long-spec.ts). Takes several minutes. UPGRADE_FROM names
 * another commit to start from, which the checkout's history must contain.
 */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static']);
process.exitCode = built === 0 ? await runTool('jest', ['-c', 'apps/journeys/jest.upgrade.config.cjs']) : built;
