/** The reference: a page for each OpenAPI document of libs/contracts, rendered by Scalar from this site's own files. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SCALAR = ['tools', 'docs-site', 'node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'];
const SERVICES = { clob: 'Trading API', gamma: 'Catalog API', data: 'Data API' };

/** Entries of the navigation. */
export const API_PAGES = Object.entries(SERVICES).map(([name, label]) => ({ label, link: `/reference/${name}/` }));

/** @param folder of the static files */
export function writeReference(folder, base) {
  const place = join(folder, 'reference');
  mkdirSync(place, { recursive: true });
  cpSync(join(ROOT, 'apps', 'console', 'public', 'icon.svg'), join(folder, 'icon.svg'));
  cpSync(join(ROOT, ...SCALAR), join(place, 'scalar.js'));
  for (const [name, title] of Object.entries(SERVICES)) {
    const document = JSON.parse(readFileSync(join(ROOT, 'libs', 'contracts', 'openapi', `${name}.json`), 'utf8'));
    writeFileSync(join(place, `${name}.json`), JSON.stringify(withNames(document)));
    mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, name, 'index.html'), pageOf(name, title, `${base}/reference`));
  }
}

/** Adds the address to a summary of several operations: it is the name of a section, and of an entry of the sidebar. */
function withNames(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  const summaries = operations.map(({ operation }) => operation.summary);
  for (const { path, operation } of operations)
    if (summaries.filter((summary) => summary === operation.summary).length > 1) operation.summary += ` (${path})`;
  return document;
}

/** Scalar's colours with a contrast of at least 4.5, as WCAG AA requires. */
const COLOURS = `.light-mode {
        --scalar-color-2: #555 !important; --scalar-color-3: #636363 !important; --scalar-color-blue: #00629e !important;
        --scalar-color-green: #05694a !important; --scalar-color-red: #c00005 !important;
        --scalar-color-orange: #a83a00 !important; --scalar-color-yellow: #7a5d00 !important;
      }
      .dark-mode {
        --scalar-color-2: #b5b5b5 !important; --scalar-color-3: #a3a3a3 !important; --scalar-color-red: #ff7a78 !important;
        --scalar-color-green: #2bc76a !important;
      }
      .sidebar-search-placeholder { color: var(--scalar-color-2) !important; }
      .property--deprecated, .property--deprecated .property-heading { opacity: 1 !important; }`;
/**
 * For screen readers. Scalar names its copy buttons only while the pointer is over them. Names of other buttons differ from their
 * text, and many landmarks have the same name.
 */
const NAMES = `new MutationObserver(() => {
      for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) button.ariaLabel = 'Copy';
      for (const button of document.querySelectorAll('button.show-more[aria-label]')) button.removeAttribute('aria-label');
      for (const card of document.querySelectorAll('.response-card[role="region"]')) card.role = 'group';
    }).observe(document.body, { childList: true, subtree: true });`;

/** Without third-party fonts and agents: the page sends requests only to its own server. */
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
      ${COLOURS}
      .back { display: block; padding: 0.6rem 1rem; background: #17181c; color: #fff; font: 600 0.95rem system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <nav aria-label="Site"><a class="back" href="${docs}/">← Foretell documentation</a></nav>
    <div id="reference"></div>
    <script src="${place}/scalar.js"></script>
    <script>${script}
    ${NAMES}</script>
  </body>
</html>
`;
}
