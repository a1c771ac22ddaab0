import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

/** Paths in backquotes in the first column of the table "The data service" in docs/reliability.md. */
function pathsWithCosts(): string[] {
  const text = readFileSync(join(ROOT, 'docs', 'reliability.md'), 'utf8');
  const section = text.split('### The data service')[1]?.split('\n#')[0] ?? '';
  const cells = section.split('\n').flatMap((line) => /^\| (`.*?) \| /.exec(line)?.slice(1) ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
}

describe('the request costs of the data service', () => {
  it('are documented for every route, and for no other', () => {
    const text = readFileSync(join(ROOT, 'libs', 'contracts', 'openapi', 'data.json'), 'utf8');
    const { paths } = JSON.parse(text) as { readonly paths: object };
    expect(pathsWithCosts().sort()).toEqual(Object.keys(paths).sort());
  });
});
