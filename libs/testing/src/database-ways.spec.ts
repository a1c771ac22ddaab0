import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as ts from 'typescript';

/**
 * Each table is accessed as docs/decisions/prisma.md says: by Prisma Client, by SQL, or written by the former and read by the
 * latter.
 */

const ROOT = resolve(__dirname, '../../..');
const WAYS = ['Prisma', 'Prisma, SQL reads', 'SQL'] as const;
type Way = (typeof WAYS)[number];

interface Table {
  /** With its schema, which has the name of the app that owns it. */
  readonly name: string;
  /** Its name in Prisma Client. */
  readonly delegate: string;
}

interface Source {
  readonly path: string;
  /** All its texts, without comments. */
  readonly texts: string;
  /** The Prisma delegates and raw methods that it calls. */
  readonly asked: ReadonlySet<string>;
  /** Whether it is an app's file that imports the module of Prisma Client. */
  readonly buildsClient: boolean;
}

const tables = readdirSync(join(ROOT, 'prisma/schema')).flatMap((file) =>
  tablesOf(readFileSync(join(ROOT, 'prisma/schema', file), 'utf8')),
);
const lines = readFileSync(join(ROOT, 'docs/decisions/prisma.md'), 'utf8').split('\n').flatMap(decided);
const ways = new Map(lines);
const sources = ['apps', 'libs'].flatMap((folder) => sourcesIn(join(ROOT, folder)));

function tablesOf(schema: string): Table[] {
  return Array.from(schema.matchAll(/^model (\w+) \{(.*?)^\}/gms), ([, model = '', body = '']) => ({
    name: `${/@@schema\("(\w+)"\)/.exec(body)?.[1]}.${/@@map\("(\w+)"\)/.exec(body)?.[1]}`,
    delegate: model.charAt(0).toLowerCase() + model.slice(1),
  }));
}

/** The tables in a line of the decision's table, each with its way. */
function decided(line: string): [string, Way][] {
  const [, names = '', said = ''] = line.split('|').map((cell) => cell.trim());
  const way = WAYS.find((known) => known === said);
  return way === undefined ? [] : Array.from(names.matchAll(/`([\w.]+)`/g), ([, name = '']): [string, Way] => [name, way]);
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') ? [sourceOf(path)] : [];
  });
}

function sourceOf(path: string): Source {
  const texts: string[] = [];
  const asked = new Set<string>();
  const code = readFileSync(path, 'utf8');
  const name = relative(ROOT, path);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
    if (ts.isPropertyAccessExpression(node)) asked.add(askedBy(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest));
  return { path: name, texts: texts.join('\n'), asked, buildsClient: name.startsWith('apps/') && /\bPrismaModule\b/.test(code) };
}

/** "clobBan" of prisma.clobBan and client.clobBan.upsert, "$queryRaw" of prisma.$queryRaw; else another receiver's name. */
function askedBy({ name, expression }: ts.PropertyAccessExpression): string {
  if (ts.isIdentifier(expression) && expression.text === 'prisma') return name.text;
  const isMethod = /^(find|create|update|upsert|delete|count|aggregate|groupBy)/.test(name.text);
  return isMethod && ts.isPropertyAccessExpression(expression) ? expression.name.text : name.text.replace(/^(?!\$).*/, '');
}

function whoSays(pattern: RegExp): string[] {
  return sources.filter(({ texts }) => pattern.test(texts)).map(({ path }) => path);
}

/** Specs may read any row by SQL. */
function whichProgramSays(pattern: RegExp): string[] {
  return whoSays(pattern).filter((path) => !path.endsWith('.spec.ts'));
}

function whoAsks(delegate: string): string[] {
  return sources.filter(({ asked }) => asked.has(delegate)).map(({ path }) => path);
}

function named({ name }: Table): string {
  return `(?<![\\w.])${name.replace('.', '\\.')}\\b(?!\\.)`;
}

function writes(table: Table): RegExp {
  return new RegExp(`\\b(into|update|delete\\s+from|merge|truncate|lock|copy)(\\s+table)?(\\s+only)?\\s+${named(table)}`, 'i');
}

/** The folder of the code that owns a table: a platform library owns those that every service has. */
function ownerOf({ name }: Table): RegExp {
  const [service = '', own = ''] = name.split('.');
  const isShared = ['clob', 'gamma', 'data'].every((schema) => ways.has(`${schema}.${own}`));
  return isShared ? /^libs\/platform\// : new RegExp(`^apps/${service}/`);
}

function going(...wanted: readonly Way[]): readonly Table[] {
  return tables.filter(({ name }) => wanted.some((way) => ways.get(name) === way));
}

describe('the ways to the database', () => {
  it('are decided for every table, once', () => {
    expect(lines.map(([name]) => name).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it.each(going('Prisma'))('of $name is Prisma Client only: no SQL names it', (table) => {
    expect(whichProgramSays(new RegExp(named(table)))).toEqual([]);
  });

  it.each(going('Prisma, SQL reads'))('of $name is Prisma Client for all writes, and SQL reads it', (table) => {
    expect(whichProgramSays(writes(table))).toEqual([]);
    expect(whoSays(new RegExp(named(table)))).not.toEqual([]);
  });

  it.each(going('SQL'))('of $name is SQL: no delegate of Prisma Client touches it', (table) => {
    expect(whoAsks(table.delegate)).toEqual([]);
    expect(whoSays(new RegExp(named(table)))).not.toEqual([]);
  });

  it.each(going('Prisma', 'Prisma, SQL reads'))('of $name is used by the service that owns it, and no other', (table) => {
    expect(whoAsks(table.delegate)).not.toEqual([]);
    expect(whoAsks(table.delegate).filter((path) => !ownerOf(table).test(path))).toEqual([]);
  });

  it('need no raw SQL through Prisma Client', () => {
    const raw = ['$queryRaw', '$queryRawUnsafe', '$executeRaw', '$executeRawUnsafe'].flatMap(whoAsks);
    expect(raw.filter((path) => !path.endsWith('.spec.ts'))).toEqual([]);
  });

  it('need a Prisma Client only if a table uses it', () => {
    const asking = new Set(going('Prisma', 'Prisma, SQL reads').map(({ name }) => name.split('.')[0]));
    const building = new Set(sources.filter(({ buildsClient }) => buildsClient).map(({ path }) => path.split('/')[1]));
    expect([...building].toSorted()).toEqual([...asking].toSorted());
  });
});
