/**
 * Serves the built console: files from memory, /config.json from the environment, and the documentation at /docs. SIGTERM ends
 * it after the pending responses. The image `console` runs it, and `npm start` serves it on port 3000.
 */
import { fileURLToPath } from 'node:url';
import { readBrand } from './brand.mjs';
import { readDocsFiles } from './docs-files.mjs';
import { createConsoleServer } from './server.mjs';
import { readSettings } from './settings.mjs';
import { SharePages } from './share-pages.mjs';
import { readSiteFiles } from './site-files.mjs';

const FOLDER = fileURLToPath(new URL('../../apps/console/dist', import.meta.url));
/** Written by `npm run docs`; the image has it, a working copy when it was built. */
const DOCS_FOLDER = fileURLToPath(new URL('../../dist/docs', import.meta.url));
const END_MILLIS = 10_000;

try {
  const { host, port, site, chain, pictures, catalog, brandFile } = readSettings(process.env);
  const brand = readBrand(brandFile);
  const files = readSiteFiles(FOLDER, { ...site, chain, pictures }, brand);
  const html = files.get('/index.html').bodies.identity.toString();
  const shares = new SharePages({ catalog, html, brand, pictures });
  const server = createConsoleServer(files, { site, pictures, docs: readDocsFiles(DOCS_FOLDER), shares });
  server.once('error', (fault) =>
    fail(fault.code === 'EADDRINUSE' ? `port ${port} is taken: set CONSOLE_PORT to another` : fault),
  );
  server.listen({ port, host }, () => log('the console is served', { port: server.address().port, site }));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => stop(server));
} catch (fault) {
  fail(fault);
}

function stop(server) {
  setTimeout(() => process.exit(0), END_MILLIS).unref();
  server.close(() => process.exit(0));
  server.closeIdleConnections();
}

function fail(fault) {
  process.stderr.write(`${fault.message ?? fault}\n`);
  process.exit(1);
}

/** One structured line, in the format of the services. */
function log(msg, more) {
  process.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), name: 'console', msg, ...more })}\n`);
}
