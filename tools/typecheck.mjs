/** `npm run typecheck`: checks the complete workspace as one program, including specs. */
import { installDependencies, runTool } from './workspace.mjs';

installDependencies();
process.exitCode = await runTool('nx', ['run', 'tools:typecheck', '--output-style=static']);
