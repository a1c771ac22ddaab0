import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { endChildWithUs } from '../end-with-us';
import { eventually } from '../eventually';
import { freePort } from '../free-port';
import { surroundings } from '../process.config';
import { ROOT } from '../repository';

const MAIN = join(ROOT, 'tools', 'console', 'main.mjs');

export interface ServedConsole {
  readonly url: string;
  readonly server: ChildProcess;
}

/** Serves the built console with these variables. Throws when its server does not start. */
export async function serveConsole(settings: Readonly<Record<string, string>>): Promise<ServedConsole> {
  const port = await freePort();
  const env = { ...surroundings(), CONSOLE_PORT: String(port), ...settings };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  endChildWithUs(server);
  const url = `http://127.0.0.1:${port}`;
  await eventually('the console is served', async () => {
    if (server.exitCode !== null) throw new Error('the console’s server ended: is apps/console built?');
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true;
  });
  return { url, server };
}
