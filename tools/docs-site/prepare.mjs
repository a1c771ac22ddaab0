/** Writes what Astro reads: the pages of docs/ in generated/content, the sidebar, and the files that are served as they are. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageText } from './markdown.mjs';
import { pagesOf, readNavigation, ROOT, strays } from './pages.mjs';
import { homeText } from './home.mjs';
import { writeReference } from './reference.mjs';

const GENERATED = join(ROOT, 'tools', 'docs-site', 'generated');

/** @param base path of the site; source: address of the repository's files, if there is one */
export function prepare({ base, source }) {
  const groups = readNavigation();
  const pages = pagesOf(groups);
  const lost = strays(pages);
  if (lost.length > 0) throw new Error(`tools/docs-site/navigation.mjs has no place for ${lost.join(', ')}`);
  rmSync(GENERATED, { recursive: true, force: true });
  const slugs = new Map(pages.map(({ file, slug }) => [file, slug]));
  for (const each of pages) {
    const path = join(GENERATED, 'content', `${each.slug}.md`);
    write(path, pageText(each, { slugs, base, source, place: dirname(path) }));
  }
  write(join(GENERATED, 'content', 'index.mdx'), homeText({ base, place: join(GENERATED, 'content') }));
  write(join(GENERATED, 'sidebar.json'), JSON.stringify(groups.map(sidebarOf)));
  writeReference(join(GENERATED, 'public'), base);
  return { groups, pages };
}

function sidebarOf({ label, entries, slug, link }) {
  if (entries !== undefined) return { label, collapsed: label === 'Decisions', items: entries.map(sidebarOf) };
  return slug === undefined ? { label, link } : { label, slug };
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
