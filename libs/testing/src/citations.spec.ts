import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSourceFiles, ROOT } from './source-files';

/** A rule in the code cites its source; the cited place must exist in this repository. */

const { code, files } = readSourceFiles();
const docs = (name: string): string => readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
const protocol = new Set(
  [...docs('spec/protocol').matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => String(number)),
);
/** Each heading, list and table of the interface by its first words, and each path. */
const topics = docs('interface')
  .toLowerCase()
  .split('\n')
  .map((line) =>
    line.replace(/^(?:#+|[-*]|\|) (?:(get|post|delete) \| )?/, (_, method?: string) => (method ? `${method} ` : '')),
  );

/** The text after "Source:" in a comment, up to the end of the comment or of the sentence. */
function citations(text: string): string[] {
  const comments = text.matchAll(/(?:\/\*\*|^\s*\*|\/\/).*?\bSource: ([^\n]*(?:\n\s*\* [^\n]*)?)/gm);
  return [...comments].map(
    ([, cited]) =>
      String(cited)
        .replaceAll(/\n\s*\* /g, ' ')
        .split(/\*\/|\.\s+[A-Z`]|\.$/)[0] ?? '',
  );
}

/** The parts of a citation without a target. */
function astray(citation: string): string[] {
  return citation
    .split(/;|, and /)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '' && !leadsSomewhere(part));
}

function leadsSomewhere(part: string): boolean {
  const path = /^(?:docs\/[\w./-]+|[A-Z]+)\.md/.exec(part)?.[0];
  if (path !== undefined) return existsSync(join(ROOT, path.replace(/\.$/, '')));
  const [, name, rest = ''] = /^(interface|protocol)\b[, ]*(.*)$/.exec(part) ?? [];
  if (name === 'protocol')
    return (rest.match(/^[\d.]+(?: (?:to|and|\(\d+\) and) [\d.]+)*/)?.[0].match(/\d+(?:\.\d+)?/g) ?? []).some((n) =>
      protocol.has(n),
    );
  if (name === 'interface') {
    const topic = rest
      .replace(/, rules? .*/, '')
      .replaceAll(/\s*\(.*?\)/g, '')
      .toLowerCase();
    return isTopic(topic) || topic.split(/, | and /).every(isTopic);
  }
  return /^[a-z-]+\.org\b/.test(part);
}

function isTopic(topic: string): boolean {
  return topic.trim() !== '' && topics.some((each) => each.startsWith(topic.trim()));
}

describe('citations in the code', () => {
  it('exist in docs, under the cited name', () => {
    const lost = code.flatMap(({ path, text }) =>
      citations(text)
        .flatMap(astray)
        .map((part) => `${path}: ${part}`),
    );
    expect(lost).toEqual([]);
  });

  it('exist: the parser of citations finds them', () => {
    expect(code.flatMap(({ text }) => citations(text)).length).toBeGreaterThan(100);
    expect(astray('protocol 99.9')).toEqual(['protocol 99.9']);
    expect(astray('interface, Matching, Nowhere')).toEqual(['interface, Matching, Nowhere']);
    expect(astray('interface, No such rule')).toEqual(['interface, No such rule']);
  });

  it('exist where the documents link to files', () => {
    const lost = files
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
          .map(([, target]) => String(target))
          .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
          .map((target) => `${path}: ${target}`),
      );
    expect(lost).toEqual([]);
  });
});
