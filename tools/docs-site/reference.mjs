/** The reference: a page for each OpenAPI document of libs/contracts, drawn by Scalar from this site's own files. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SCALAR = ['tools', 'docs-site', 'node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'];
const SERVICES = { clob: 'Trading API', gamma: 'Catalog API', data: 'Data API' };

/** Entries of the navigation. */
export const API_PAGES = Object.entries(SERVICES).map(([name, label]) => ({ label, link: `/reference/${name}/` }));

/** @param folder of the files that are served as they are */
export function writeReference(folder, base) {
  const place = join(folder, 'reference');
  mkdirSync(place, { recursive: true });
  cpSync(join(ROOT, 'apps', 'console', 'public', 'icon.svg'), join(folder, 'icon.svg'));
  cpSync(join(ROOT, ...SCALAR), join(place, 'scalar.js'));
  for (const [name, title] of Object.entries(SERVICES)) {
    cpSync(join(ROOT, 'libs', 'contracts', 'openapi', `${name}.json`), join(place, `${name}.json`));
    mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, name, 'index.html'), pageOf(name, title, `${base}/reference`));
  }
}

/** Without fonts and agents of others: the page asks nobody but the server that it came from. */
function pageOf(name, title, place) {
  const quiet = { withDefaultFonts: false, telemetry: false, showDeveloperTools: 'never', hideClientButton: true };
  const options = { url: `${place}/${name}.json`, ...quiet, agent: { disabled: true }, mcp: { disabled: true } };
  const script = `Scalar.createApiReference('#reference', ${JSON.stringify(options)});`;
  const docs = place.replace(/\/reference$/, '');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} | Foretell</title>
    <link rel="icon" href="${docs}/icon.svg" type="image/svg+xml" />
    <style>
      body { margin: 0; }
      .back { display: block; padding: 0.6rem 1rem; background: #17181c; color: #fff; font: 600 0.95rem system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <a class="back" href="${docs}/">← Foretell documentation</a>
    <div id="reference"></div>
    <script src="${place}/scalar.js"></script>
    <script>${script}</script>
  </body>
</html>
`;
}
