import { HEAD_START } from './first-load.mjs';

/**
 * Makes index.html run the head start as soon as it is loaded; inside the entry it would wait for the complete entry. The
 * development server serves it as an ordinary module.
 */
export function headStart() {
  return {
    name: 'foretell:head-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const part = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === HEAD_START);
        if (part === undefined) this.error('the build produced no head start');
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: `/${part.fileName}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
