import { readSourceFiles } from '../source-files';

const pages = readSourceFiles().files.filter(({ path }) => /^(?:docs\/|[A-Z]+)[\w/-]*\.md$/.test(path));
const table = pages.find(({ path }) => path === 'docs/operate/commands.md')?.text ?? '';
/** The words before a command's arguments, from the generated table. */
const known = [...table.matchAll(/^\| `ops ([a-z][a-z -]*[a-z])/gm)].map(([, words = '']) => words);

/** The commands of `ops` that a page names in code, by their words in lower case. */
function commandsIn(text: string): string[] {
  const named = [...text.matchAll(/(?:^|`)(?:npm run ops -- |ops )([a-z][a-z-]*(?: [a-z][a-z-]*)*)/gm)];
  return named.map(([, words = '']) => words);
}

function isKnown(words: string): boolean {
  return words === 'help' || known.some((each) => words === each || words.startsWith(`${each} `) || each.startsWith(`${words} `));
}

describe('the commands that documents name', () => {
  it('are in the table of commands', () => {
    expect(known.length).toBeGreaterThan(30);
    expect(pages.flatMap(({ path, text }) => commandsIn(text).map((words) => `${path}: ${words}`)).length).toBeGreaterThan(50);
    const lost = pages.flatMap(({ path, text }) =>
      commandsIn(text)
        .filter((words) => !isKnown(words))
        .map((words) => `${path}: ${words}`),
    );
    expect(lost).toEqual([]);
  });

  it('are found when there are none', () => {
    expect(commandsIn('`ops markets paint SLUG`').filter((words) => !isKnown(words))).toEqual(['markets paint']);
  });
});
