/** Rewrites the links, pictures and title of a page for the site. */
import { existsSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { ROOT } from './pages.mjs';

const CODE = /(^ *(```|~~~)[\s\S]*?^ *\2 *$|`[^`\n]+`)/m;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)([^)\s#]*)(#[^)\s]*)?\)/g;

/**
 * @param slugs address of each page by its file
 * @param base path of the site
 * @param place folder of the generated page; pictures are relative to it
 * @param source address of the repository's files; without it links to files that are no pages become plain text
 */
export function pageText({ file, title, text }, { slugs, base, place, source }) {
  const body = text.replace(/^# .+\n+/m, '');
  let isSecondPart = false;
  // A site's page has one title: the headings of a second part go one level down.
  const lowered = (heading, marks) => {
    isSecondPart ||= marks === '#';
    return isSecondPart ? `#${heading}` : heading;
  };
  const outside = (part) =>
    part.replaceAll(/^(#{1,5}) .+$/gm, lowered).replaceAll(LINK, (whole, picture, words, path, anchor = '') => {
      if (path === '') return whole;
      const target = posix.join(posix.dirname(file), path);
      if (picture !== '') return `![${words}](${relative(place, join(ROOT, target))})`;
      const slug = slugs.get(target) ?? slugs.get(posix.join(target, 'README.md'));
      if (slug !== undefined) return `[${words}](${base}/${slug}/${anchor})`;
      if (!existsSync(join(ROOT, target))) throw new Error(`${file} links to ${path}, which is not there`);
      return source === undefined ? words : `[${words}](${source}/${target}${anchor})`;
    });
  const parts = body.split(CODE);
  // Groups of three: text, code, and the fence of the code.
  const written = parts.map((part, at) => (at % 3 === 0 ? outside(part) : at % 3 === 1 ? part : '')).join('');
  const head = { title, description: descriptionOf(body) };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${written}`;
}

/** The beginning of the first paragraph, as search engines show it. */
function descriptionOf(text) {
  const paragraph = text.split(/\n{2,}/).find((part) => /^[A-Za-z`[*"]/.test(part)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > 160 ? `${plain.slice(0, 157).replace(/\s\S*$/, '')} …` : plain;
}
