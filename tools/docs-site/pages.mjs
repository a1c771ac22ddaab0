/** The pages of the navigation: their files, addresses and titles. Imports only node: modules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEFT_OUT, NAVIGATION } from './navigation.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the navigation with each folder replaced by its files: { label, entries } of pages { file, slug, title, text } */
export function readNavigation() {
  return NAVIGATION.map(readGroup);
}

/** Every page of a navigation, in its order. */
export function pagesOf(groups) {
  return groups.flatMap((entry) => {
    if (entry.entries !== undefined) return pagesOf(entry.entries);
    return entry.file === undefined ? [] : [entry];
  });
}

/** Markdown files of docs/ that the navigation does not include. */
export function strays(pages) {
  const known = new Set(pages.map(({ file }) => file));
  return markdownOf('docs').filter((file) => !known.has(file) && !LEFT_OUT.some((place) => file.startsWith(place)));
}

function readGroup({ label, entries }) {
  return { label, entries: entries.flatMap(readEntry) };
}

function readEntry(entry) {
  if (typeof entry !== 'string') {
    if (entry.entries !== undefined) return [readGroup(entry)];
    if (entry.read !== undefined) return [entry.read()];
    return entry.file === undefined ? [entry] : [page(entry)];
  }
  if (!entry.endsWith('/')) return [page({ file: entry })];
  const files = existsSync(join(ROOT, entry)) ? markdownOf(entry.slice(0, -1)) : [];
  return files.sort((a, b) => Number(isIndex(b)) - Number(isIndex(a)) || a.localeCompare(b)).map((file) => page({ file }));
}

function page({ file, slug = slugOf(file), label }) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
  if (title === undefined) throw new Error(`${file} has no title: its first line is "# …"`);
  return { file, slug, title, label: label ?? title, text };
}

function slugOf(file) {
  const path = file.slice('docs/'.length, -'.md'.length).toLowerCase();
  return isIndex(file) ? posix.dirname(path) : path;
}

function isIndex(file) {
  return /(^|\/)(README|index)\.md$/.test(file);
}

function markdownOf(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => posix.join(folder, entry.parentPath.slice(join(ROOT, folder).length), entry.name));
}
