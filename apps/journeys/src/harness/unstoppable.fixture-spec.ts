import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { ServiceProcess } from './service-process';

/** A stand-in for a service: responds to requests, and ignores every signal that can be ignored. */
const mainOn = (port: number): string =>
  `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`;

/** Run by end-with-us.spec.ts in a separate jest process, which is then killed. */
it('starts a service and never ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foretell-unstoppable-'));
  const main = join(folder, 'main.cjs');
  const port = await freePort();
  await writeFile(main, mainOn(port));
  const service = new ServiceProcess('clob', `http://127.0.0.1:${port}`, {}, { main });
  await service.start();
  await rm(folder, { recursive: true });
  process.stderr.write(`held ${service.pid}\n`);
  await new Promise(() => undefined);
}, 60_000);
