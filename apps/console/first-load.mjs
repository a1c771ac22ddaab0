import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PAGES_WITH_TICKET } from './src/routing/route.ts';

/** Budget of the first load of a page with an empty cache, in bytes after gzip. */
export const FIRST_LOAD_BYTES_MAX = 200_000;
const COMPRESSED = /\.(?:css|html|js|json|svg|txt)$/;
/** Smaller files are not compressed: they fit one packet. */
const COMPRESSED_FROM_BYTES = 1_000;
/** The chunk that fetches the requested page. */
export const HEAD_START = 'head-start';
const EVERY_PAGE = ['index.html', 'config.json', 'icon.svg'];
const TICKET = 'order-ticket';
/** A page's chunk is named after its file. */
const PAGE_CHUNK = /-page$/;

/**
 * The last step of a build. It writes a brotli and a gzip version of each text file, so that no server has to compress. The build
 * fails when the first load of a page exceeds FIRST_LOAD_BYTES_MAX.
 */
export function firstLoad() {
  return {
    name: 'foretell:first-load',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      compress(dir);
      const loads = pageLoads(dir, bundle);
      for (const [page, bytes] of loads) {
        if (bytes <= FIRST_LOAD_BYTES_MAX) continue;
        this.error(
          `the first load of ${page} is ${kilobytes(bytes)} compressed; the limit is ${kilobytes(FIRST_LOAD_BYTES_MAX)}`,
        );
      }
      const [page, bytes] = loads.reduce((most, each) => (each[1] > most[1] ? each : most));
      process.stdout.write(`largest first load: ${page}, ${kilobytes(bytes)} of ${kilobytes(FIRST_LOAD_BYTES_MAX)}\n`);
    },
  };
}

function compress(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < COMPRESSED_FROM_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** [page, bytes] of each lazily loaded page: the shared files, its own, and the ticket's where it has one. */
function pageLoads(dir, bundle) {
  const sizeOf = (name) => gzipSync(readFileSync(join(dir, name)), { level: 9 }).length;
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const [entry] = chunks.filter(({ isEntry }) => isEntry);
  const parts = chunks.find(({ name }) => name === HEAD_START).dynamicImports.map((name) => bundle[name]);
  const ticket = parts.find(({ name }) => name === TICKET);
  const shared = [...EVERY_PAGE, ...filesOf(entry, bundle)];
  return parts
    .filter((part) => part !== ticket)
    .map((page) => {
      const withTicket = PAGES_WITH_TICKET.has(page.name.replace(PAGE_CHUNK, '')) ? filesOf(ticket, bundle) : [];
      const needed = new Set([...shared, ...filesOf(page, bundle), ...withTicket]);
      return [page.name, [...needed].reduce((sum, name) => sum + sizeOf(name), 0)];
    });
}

/** A chunk with all its static imports and their style sheets. */
function filesOf(chunk, bundle, known = new Set()) {
  if (chunk === undefined || known.has(chunk.fileName)) return known;
  known.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) known.add(style);
  for (const name of chunk.imports) filesOf(bundle[name], bundle, known);
  return known;
}

function kilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
