import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { firstLoad } from './first-load.mjs';

/** Static files that any server can give: relative to nothing, asking nothing of a CDN. */
export default defineConfig({
  plugins: [react(), firstLoad()],
  // Our own packages from their sources, in what they are in a browser.
  resolve: { conditions: ['@foretell/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 3000, strictPort: true },
});
