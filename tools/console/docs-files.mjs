import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ASKED_AGAIN, FOR_EVER, siteFile, typeOf } from './site-files.mjs';

export const DOCS = '/docs';
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g;
const PAGE = /\/index\.html$/;

/**
 * The documentation that `npm run docs` built, in memory, by path. Its pages begin with small inline scripts, such as the one that
 * sets the theme; `scripts` has the digests that a Content-Security-Policy needs to allow exactly these.
 * @returns {{ files: Map<string, object>, scripts: string[] } | undefined} undefined when it was not built
 */
export function readDocsFiles(folder) {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const [files, scripts] = [new Map(), new Set()];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = `${DOCS}/${relative(folder, file).split(sep).join('/')}`;
    const body = readFileSync(file);
    const type = typeOf(entry.name) ?? 'application/octet-stream';
    const content = siteFile({ type, cache: path.startsWith(`${DOCS}/_astro/`) ? FOR_EVER : ASKED_AGAIN, body, file });
    files.set(path, content);
    // A page has the address of its folder.
    if (PAGE.test(path)) for (const end of ['', '/']) files.set(path.replace(PAGE, end), content);
    if (type.startsWith('text/html')) digests(body.toString()).forEach((digest) => scripts.add(digest));
  }
  return { files, scripts: [...scripts] };
}

function digests(html) {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => createHash('sha256').update(script).digest('base64'));
}
