import { blocksOf, missingLine, needsPython, strayBlocks, testsOf } from './blocks';

const PAGE = `# Page

\`\`\`sh test=one
echo 1
\`\`\`

\`\`\`js test=one file=a.mjs
1;
\`\`\`

\`\`\`text output=one
1 … 3
\`\`\`

\`\`\`json norun="a shape"
{}
\`\`\`

\`\`\`python test=two
pass
\`\`\`

\`\`\`sh cluster=install
kubectl
\`\`\`
`;

describe('the blocks of a page', () => {
  it('are those of its tests, their output, and those that say why they do not run', () => {
    const blocks = blocksOf('page.md', PAGE);
    expect(blocks.map(({ place }) => place)).toEqual([
      'page.md:3',
      'page.md:7',
      'page.md:11',
      'page.md:15',
      'page.md:19',
      'page.md:23',
    ]);
    expect(blocks[3]?.attributes).toEqual({ norun: 'a shape' });
    expect(testsOf(blocks).map(({ name, output }) => [name, output])).toEqual([
      ['one', ['1 … 3']],
      ['two', []],
    ]);
    expect(testsOf(blocks).map(needsPython)).toEqual([false, true]);
    expect(strayBlocks(blocks)).toEqual([]);
  });

  it.each(['```sh', '```', '```sh norun=""', '```text output=three', '```sh something'])('%s is neither', (fence) => {
    expect(strayBlocks(blocksOf('page.md', `${PAGE}${fence}\necho\n\`\`\`\n`))).toEqual(['page.md:26']);
  });

  it('print the promised lines in their order', () => {
    expect(missingLine(['a … c.', 'd'], 'x\na bb c.\n\nd\n')).toBeNull();
    expect(missingLine(['a … c.', 'd'], 'd\na bb c.\n')).toBe('d');
    expect(missingLine(['a.'], 'ab\n')).toBe('a.');
  });
});
