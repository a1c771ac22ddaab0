import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USUAL_BOUNDS } from '@foretell/exchange';
import * as ts from 'typescript';
import { readHouse, ROOT } from './house';

/** What these cells say in words is no value that the code could hold. */
const WORDS =
  /^(embedded |generated |none$|empty: |the preset's$|a day$|as above$|all addresses$|published clients'$|`DATABASE_URL`$)/;

/** The core's own, which its configuration takes over. */
const BOUNDS = new Map(Object.entries(USUAL_BOUNDS).map(([name, value]) => [name, String(value)]));

/** Each variable of a configuration class with its default, by every class that has it: undefined when it may be absent. */
function defaultsInCode(): Map<string, Set<string | undefined>> {
  const defaults = new Map<string, Set<string | undefined>>();
  for (const { path, text } of readHouse().code.filter((file) => /^(apps|libs)\/.*\.config\.ts$/.test(file.path))) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
    const properties = source.statements
      .filter(ts.isClassDeclaration)
      .flatMap(({ members }) => members.filter(ts.isPropertyDeclaration));
    for (const { name, initializer } of properties) {
      const variable = name.getText(source);
      if (!/^[A-Z][A-Z0-9_]+$/.test(variable)) continue;
      const value = initializer?.getText(source).replaceAll(/^'|'$/g, '');
      const bound = value?.startsWith('USUAL_BOUNDS.') ? BOUNDS.get(value.slice('USUAL_BOUNDS.'.length)) : value;
      defaults.set(variable, (defaults.get(variable) ?? new Set()).add(bound));
    }
  }
  return defaults;
}

/** Each variable of README's table with the cell of its default; a cell with one value is that of all variables of its row. */
function defaultsInReadme(): Map<string, string> {
  const section = readFileSync(join(ROOT, 'README.md'), 'utf8').split('## Configuration')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').flatMap((line) => /^\| (`.*?) \| (.*?) \| /.exec(line)?.slice(1, 3) ?? []);
  const defaults = new Map<string, string>();
  for (let at = 0; at < rows.length; at += 2) {
    const variables = [...(rows[at] ?? '').matchAll(/`([A-Z0-9_*]+)`/g)].map(([, variable]) => variable ?? '');
    const cells = (rows[at + 1] ?? '').replaceAll(/ \([^)]*\)/g, '').split(', ');
    if (cells.length !== 1 && cells.length !== variables.length)
      throw new Error(`${variables.join()} have ${cells.length} defaults`);
    variables.forEach((variable, place) => defaults.set(variable, cells[cells.length === 1 ? 0 : place] ?? ''));
  }
  return defaults;
}

describe("README's table of variables", () => {
  const code = defaultsInCode();
  const readme = defaultsInReadme();

  it('names every variable that a surface reads', () => {
    const families = [...readme.keys()].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
    const missing = [...code.keys()].filter((name) => !readme.has(name) && !families.some((family) => name.startsWith(family)));
    expect(code.size).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('names no variable that is not read', () => {
    const names = [...code.keys()];
    const known = (name: string): boolean =>
      name.endsWith('*') ? names.some((each) => each.startsWith(name.slice(0, -1))) : code.has(name);
    expect([...readme.keys()].filter((name) => !known(name))).toEqual([]);
  });

  it('gives the defaults of the code', () => {
    const stated = [...readme].filter(([name, cell]) => code.has(name) && !WORDS.test(cell));
    expect(stated.length).toBeGreaterThan(15);
    const inReadme = stated.map(([name, cell]) => ({ name, defaults: [cell.replaceAll('`', '')] }));
    expect(inReadme).toEqual(stated.map(([name]) => ({ name, defaults: [...(code.get(name) ?? [])] })));
  });
});
