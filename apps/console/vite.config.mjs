import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { firstLoad, HEAD_START } from './first-load.mjs';
import { headStart } from './head-start.mjs';

/**
 * Three kinds of chunks: the head start, which fetches what the address needs; the shared code; and the code of each page. By
 * default the build makes a file of each module that two pages share, and a page waits for twenty small responses: each costs a
 * phone more than what another page's code weighs.
 */
const HEAD_START_MODULES = /vite\/preload-helper|\/src\/(head-start|page-parts|ticket\/ticket-part)\.ts$/;
/** The style sheets of every page are among them: those of single pages must come after. */
const EVERY_PAGE_MODULES =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/(theme|components|live|figures|routing|records|catalog|shell|own|trade|books|watchlist)\//;
const PARTS = [
  { name: HEAD_START, test: HEAD_START_MODULES, priority: 2 },
  { name: 'every-page', test: EVERY_PAGE_MODULES, priority: 1 },
];

/** Static files that any server can serve, without a CDN. */
export default defineConfig({
  plugins: [react(), headStart(), firstLoad()],
  // Resolves our own packages to their sources, with browser conditions.
  resolve: { conditions: ['@foretell/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
  },
  server: { port: 3000, strictPort: true },
});
