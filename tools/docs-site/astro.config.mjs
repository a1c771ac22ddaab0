import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { readFileSync } from 'node:fs';

/**
 * The search field is drawn by an idle callback, which Chromium does not call on a page that draws no further frame: until the
 * mouse is moved, the field would not appear.
 */
const IDLE_WITHIN_HALF_A_SECOND = `const idle = window.requestIdleCallback;
if (idle) window.requestIdleCallback = (callback, options) => idle.call(window, callback, { timeout: 500, ...options });`;

const sidebar = JSON.parse(readFileSync(new URL('generated/sidebar.json', import.meta.url), 'utf8'));

/** Static files below DOCS_BASE. Scripts stay files, so that a Content-Security-Policy need not allow them inline. */
export default defineConfig({
  base: process.env.DOCS_BASE ?? '/docs',
  outDir: './generated/site',
  publicDir: './generated/public',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  build: { format: 'directory', inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Foretell',
      description: 'Self-hosted exchange backend for binary prediction markets',
      sidebar,
      favicon: '/icon.svg',
      customCss: ['./src/styles/site.css'],
      credits: false,
      head: [{ tag: 'script', content: IDLE_WITHIN_HALF_A_SECOND }],
      // Commands wrap; pictures made of text do not.
      expressiveCode: { defaultProps: { overridesByLang: { 'sh,http,json': { wrap: true } } } },
    }),
  ],
});
