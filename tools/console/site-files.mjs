import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { branded } from './brand.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Half a millisecond for a page; the best quality takes ten times that. */
const BROTLI_QUALITY = 5;
const ENCODINGS = { br: '.br', gzip: '.gz' };
/** Their names contain a digest of their contents. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Cached and revalidated at each request; an unchanged file costs a response without a body. */
export const ASKED_AGAIN = 'no-cache';
/** Pages show it twice while they load; revalidated, it would be requested twice. */
const OF_ICONS = 'public, max-age=600';

/**
 * A built site, loaded into memory: a request never reaches the file system, so no path can leave the folder.
 * @returns {Map<string, { type, cache, etag, bodies: { identity: Buffer, br?: Buffer, gzip?: Buffer } }>} by path
 */
export function readSiteFiles(folder, config, brand) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} has no built console: run npx nx run console:build`);
  const files = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const type = typeOf(entry.name);
    if (!entry.isFile() || type === undefined) continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    files.set(path, siteFile({ type, cache: cacheOf(path), body: readFileSync(file), file }));
  }
  const put = (path, body, name = path) =>
    files.set(path, siteFile({ type: typeOf(name), cache: cacheOf(path), body: Buffer.from(body) }));
  put('/config.json', `${JSON.stringify(config, undefined, 2)}\n`);
  put('/index.html', connecting(branded(readFileSync(join(folder, 'index.html'), 'utf8'), brand), config));
  // The type of an image overrides the extension of its address.
  if (brand.logo !== undefined) put('/icon.svg', readFileSync(brand.logo), brand.logo);
  if (brand.fontFile !== undefined) put('/brand.woff2', readFileSync(brand.fontFile));
  if (brand.css !== undefined) put('/brand.css', brand.css);
  return files;
}

/** Browsers connect to the services while the scripts load: that takes three round trips. */
function connecting(html, { clob, gamma, data }) {
  const origins = new Set([clob, gamma, data].map((address) => new URL(address).origin));
  const links = [...origins].map((origin) => `<link rel="preconnect" href="${origin}" crossorigin="anonymous" />`);
  return html.replace('<title>', () => [...links, '<title>'].join('\n    '));
}

function cacheOf(path) {
  if (path === '/icon.svg') return OF_ICONS;
  return HASHED.test(path) ? FOR_EVER : ASKED_AGAIN;
}

/** The media type of a file, undefined for names that no site serves. */
export function typeOf(name) {
  return TYPES[extname(name)];
}

/** @param file with compressed versions next to it; without it, pages and style sheets are compressed here */
export function siteFile({ type, cache, body, file }) {
  const bodies = { identity: body };
  for (const [encoding, suffix] of Object.entries(ENCODINGS)) {
    if (file !== undefined && existsSync(file + suffix)) bodies[encoding] = readFileSync(file + suffix);
  }
  if (file === undefined && /^text\/(html|css)/.test(type)) {
    bodies.br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    bodies.gzip = gzipSync(body);
  }
  return { type, cache, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`, bodies };
}
