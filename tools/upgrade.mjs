/**
 * `npm run upgrade`: builds this checkout and the release before, and takes a running site from that one to this one, back, and
 * forward again, under load (apps/journeys/src/upgrade.long-spec.ts). Some minutes. It comes from the last tag, or from the commit
 * that UPGRADE_FROM names; without a tag from the last commit. The checkout's history has to hold it.
 */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
const built = await runTool('nx', ['run-many', '-t', 'build', '--output-style=static']);
process.exitCode = built === 0 ? await runTool('jest', ['-c', 'apps/journeys/jest.upgrade.config.cjs']) : built;
