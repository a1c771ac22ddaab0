import { readSourceFiles } from '../source-files';

/** Words of all hand-written pages together: lower it when pages get shorter; a page that needs more shortens another one. */
const WORDS_MAX = 45_000;

/** Characters that draw a table, a list or a block of code are not words. */
const HAS_LETTER = /[\p{L}\p{N}]/u;

/** Pages written by tools, and research on other venues that the code cites. */
const NOT_OURS = /^docs\/(spec\/|cluster-report\.md)/;

/** Generated parts of pages, and the published interface, whose words are fixed. */
const GENERATED = [
  /^# Prediction Market Service Interface$[\s\S]*?(?=^# )/gm,
  /<!-- ([\w-]+): written by [\s\S]*?<!-- end of \1 -->/g,
  /<!-- npm run clients writes from here -->[\s\S]*?<!-- to here -->/g,
];

/** Commands, file names, metric labels and examples are exempt, and so is a word in italics. */
const NAMES =
  /^ *```[\s\S]*?^ *```$|`[^`]*`|\[[\w./-]+\.(?:ts|mjs|md)\]\([^)]*\)|\]\([^)]*\)|\| (?:gauge|counter) \| [\w, ]*\||\*[\w ]+\*/gm;

/** Project jargon, and the standard terms for it. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bsurfaces?\b/i, 'service'],
  [/\bfacts?\b/i, 'event'],
  [/\b(?:un)?told\b/i, 'published'],
  [/\bdialects?\b/i, 'response format, compatibility mode'],
  [/\b(?:set|put) aside\b/i, 'dead-letter'],
  [/\brecorders?\b/i, 'projector'],
  [/\bwish(?:es)?\b/i, 'request, filter'],
  [/\broads?\b/i, 'request path'],
  [/\blevel with\b/i, 'caught up'],
  [/\b(?:hung|hangs?|hanging) up\b/i, 'disconnect'],
  [/\bprocessor time\b/i, 'CPU time'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the caller, the holder'],
  [/\bsince then\b/i, 'what holds now'],
];

const pages = readSourceFiles()
  .files.filter(({ path }) => path.endsWith('.md') && !NOT_OURS.test(path))
  .map(({ path, text }) => ({ path, text: GENERATED.reduce((rest, part) => rest.replaceAll(part, ''), text) }));

function strange(text: string): string[] {
  const prose = text.replaceAll(NAMES, '');
  return WORDS.flatMap(([pattern, better]) => {
    const found = pattern.exec(prose)?.[0];
    return found === undefined ? [] : [`"${found}": say ${better}`];
  });
}

describe('the words of the documentation', () => {
  it('are those of the field', () => {
    expect(pages.length).toBeGreaterThan(80);
    expect(pages.flatMap(({ path, text }) => strange(text).map((each) => `${path}: ${each}`))).toEqual([]);
  });

  it('are found where they are not', () => {
    expect(strange('The surface has told a fact.')).toHaveLength(3);
    expect(strange('Run `ops events replay --surface clob`, and see [surface.db.spec.ts](../surface.db.spec.ts).')).toEqual([]);
  });

  it('are few', () => {
    const words = pages.flatMap(({ text }) => text.split(/\s+/).filter((word) => HAS_LETTER.test(word)));
    expect(words.length).toBeLessThanOrEqual(WORDS_MAX);
  });
});
