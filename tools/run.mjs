/** `node tools/run.mjs ops ARGUMENTS`: runs the operator's CLI, built if needed, against the running `npm start`. */
import { buildOps } from './builds.mjs';
import { runOps } from './ops-process.mjs';
import { installDependencies } from './workspace.mjs';

const [tool, ...args] = process.argv.slice(2);
if (tool !== 'ops') {
  process.stderr.write('Usage: node tools/run.mjs ops ARGUMENTS\n');
  process.exit(2);
}
try {
  installDependencies();
  await buildOps();
  process.exitCode = await runOps(args);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
