/** Runs the operator's CLI against the running start. */
import { spawn } from 'node:child_process';
import { appMain, runEnvironment } from './local-state.mjs';
import { ROOT } from './workspace.mjs';

/**
 * @returns the CLI's exit code. `stdio` is where it prints. Variables of the environment take precedence over those of the
 * running start.
 */
export function runOps(args, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const env = { ...runEnvironment(), ...process.env };
    const child = spawn(process.execPath, [appMain('ops'), ...args], { cwd: ROOT, env, stdio });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
