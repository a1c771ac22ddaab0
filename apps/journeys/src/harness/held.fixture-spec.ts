import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { SurfaceProcess } from './surface-process';

/** Plays a surface's part: answers, and minds no signal that can be minded. */
const mainOn = (port: number): string =>
  `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1');`;

/** Run by end-with-us.spec.ts in a jest of its own, which is then killed. */
it('holds a surface and never ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foretell-held-'));
  const main = join(folder, 'main.cjs');
  const port = await freePort();
  await writeFile(main, mainOn(port));
  const surface = new SurfaceProcess('clob', `http://127.0.0.1:${port}`, {}, { main });
  await surface.start();
  await rm(folder, { recursive: true });
  process.stderr.write(`held ${surface.pid}\n`);
  await new Promise(() => undefined);
}, 60_000);
