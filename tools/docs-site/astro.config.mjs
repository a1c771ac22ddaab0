import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { readFileSync } from 'node:fs';

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
      // Commands wrap; pictures made of text do not.
      expressiveCode: { defaultProps: { overridesByLang: { 'sh,http,json': { wrap: true } } } },
    }),
  ],
});
