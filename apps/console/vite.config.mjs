import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { firstLoad, HEAD_START } from './first-load.mjs';
import { headStart } from './head-start.mjs';

/**
 * Three kinds of parts: the head start, which fetches what the address asks for; what every page is made of; and each page's own.
 * Left alone, the build makes a file of each module that two pages share, and a page waits for twenty small answers.
 */
const HEAD_START_MODULES = /vite\/preload-helper|\/src\/(head-start|page-parts)\.ts$/;
const EVERY_PAGE_MODULES =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/(theme|components|live|figures|routing|records|catalog|shell)\//;
const PARTS = [
  { name: HEAD_START, test: HEAD_START_MODULES, priority: 2 },
  { name: 'every-page', test: EVERY_PAGE_MODULES, priority: 1 },
];

/** Static files that any server can give: relative to nothing, asking nothing of a CDN. */
export default defineConfig({
  plugins: [react(), headStart(), firstLoad()],
  // Our own packages from their sources, in what they are in a browser.
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
