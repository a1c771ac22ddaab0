/** `npm run typecheck`: the whole workspace as one program, specs included. */
import { prepareWorkspace, runTool } from './workspace.mjs';

prepareWorkspace();
process.exitCode = await runTool('tsc', ['-p', 'tsconfig.json', '--noEmit']);
