import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository';

/** The folders whose pages' blocks are run, in docs/. */
const FOLDERS = ['start', 'trade', 'operate'];
const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm;
const INFO = /^([a-z]*)((?: [a-z]+=(?:"[^"]*"|[^ "]+))*)$/;
const ATTRIBUTE = /([a-z]+)=(?:"([^"]*)"|([^ "]+))/g;

/**
 * A code block of a page. Its info string determines its use:
 *   ```sh test=NAME          run, with the other blocks of that test
 *   ```js test=NAME file=F   written to the file F before the test's commands run
 *   ```text output=NAME      what the test prints: these lines, in this order; … stands for any text
 *   ```sh cluster=STEP       run by that step of `npm run cluster`
 *   ```json norun="REASON"   not run
 */
export interface Block {
  readonly place: string;
  readonly language: string;
  readonly code: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The blocks of one test, in the order of the page. */
export interface PageTest {
  readonly name: string;
  readonly blocks: readonly Block[];
  /** Lines of output blocks. */
  readonly output: readonly string[];
}

/** All blocks of the pages. */
export function blocksOfPages(): readonly Block[] {
  return FOLDERS.flatMap((folder) => {
    const pages = readdirSync(join(ROOT, 'docs', folder)).filter((name) => name.endsWith('.md'));
    return pages.flatMap((page) => blocksOf(`${folder}/${page}`, readFileSync(join(ROOT, 'docs', folder, page), 'utf8')));
  });
}

export function blocksOf(page: string, text: string): readonly Block[] {
  return [...text.matchAll(FENCE)].map(({ 1: info = '', 2: code = '', index }) => {
    const [, language = '', rest = ''] = INFO.exec(info) ?? [];
    const attributes: Record<string, string> = {};
    for (const [, name = '', quoted, plain] of rest.matchAll(ATTRIBUTE)) attributes[name] = quoted ?? plain ?? '';
    return { place: `${page}:${text.slice(0, index).split('\n').length}`, language, code, attributes };
  });
}

/** Blocks that no test runs and that give no reason, and output of tests that do not exist. */
export function strayBlocks(blocks: readonly Block[]): readonly string[] {
  const tests = new Set(testsOf(blocks).map(({ name }) => name));
  const isKnown = ({ attributes: { test, cluster, output, norun } }: Block): boolean =>
    (test ?? cluster) !== undefined || (output !== undefined && tests.has(output)) || (norun ?? '') !== '';
  return blocks.filter((block) => !isKnown(block)).map(({ place }) => place);
}

export function testsOf(blocks: readonly Block[]): readonly PageTest[] {
  const names = new Set(blocks.flatMap(({ attributes: { test } }) => (test === undefined ? [] : [test])));
  return [...names].map((name) => ({
    name,
    blocks: blocks.filter(({ attributes }) => attributes['test'] === name),
    output: blocks
      .filter(({ attributes }) => attributes['output'] === name)
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => line.trim() !== ''),
  }));
}

/** A test that installs packages of Python: `npm run clients` runs it. */
export function needsPython({ blocks }: PageTest): boolean {
  return blocks.some(({ language }) => language === 'python');
}

/** The first documented line that the output lacks or has too early; null when there is none. */
export function missingLine(promised: readonly string[], output: string): string | null {
  const lines = output.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const promise of promised) {
    const found = lines.slice(from).findIndex((line) => isLike(promise.trimEnd(), line));
    if (found === -1) return promise;
    from += found + 1;
  }
  return null;
}

function isLike(promise: string, line: string): boolean {
  const parts = promise.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(line);
}
