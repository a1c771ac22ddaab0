import { dirname, join } from 'node:path';
import { readSourceFiles } from '../source-files';

const pages = new Map(
  readSourceFiles()
    .files.filter(({ path }) => path.endsWith('.md'))
    .map(({ path, text }) => [path, text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')]),
);

/** The anchors of a page's headings, as forges and the site make them. */
function anchorsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let next = 1; found.has(name); next += 1) name = `${anchor}-${next}`;
    found.add(name);
  }
  return found;
}

function lostAnchors(path: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)].flatMap(([, target = '', anchor = '']) => {
    const page = pages.get(target === '' ? path : join(dirname(path), target));
    return page === undefined || anchorsOf(page).has(anchor) ? [] : [`${path}: ${target}#${anchor}`];
  });
}

describe('links between documents', () => {
  it('lead to existing headings', () => {
    expect(pages.size).toBeGreaterThan(40);
    expect([...pages].flatMap(([path, text]) => lostAnchors(path, text))).toEqual([]);
  });

  it('are found when they lead nowhere', () => {
    expect(lostAnchors('README.md', '[a](docs/operate/restore.md#no-such-heading)')).toHaveLength(1);
    expect(lostAnchors('README.md', '[a](docs/operate/restore.md#the-order)')).toEqual([]);
  });
});
