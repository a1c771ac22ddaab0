/** `npm run typecheck`: the whole workspace as one program, specs included. */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
process.exitCode = await runTool('nx', ['run', 'tools:typecheck', '--output-style=static']);
