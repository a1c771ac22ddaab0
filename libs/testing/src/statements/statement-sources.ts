import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as ts from 'typescript';

/** The SQL of a source file. */
export interface SqlSource {
  /** Relative to the scanned folder. */
  readonly path: string;
  /** Lines with SQL text. */
  readonly sqlLines: readonly number[];
  /** Lines with SQL text whose keywords are not in upper case. */
  readonly lowerCaseLines: readonly number[];
  /** Names of the constants of type Statement. */
  readonly declared: readonly string[];
  /** Lines that name a statement where they send it. */
  readonly namedInPlace: readonly number[];
  /** Names of constants that are sent directly, not as a copy. */
  readonly sent: readonly { readonly name: string; readonly line: number }[];
}

const KINDS = ['sqlLines', 'declared', 'namedInPlace', 'sent'] as const;
/** Code that serves no request of a site: its SQL is written where it is used. */
const ASIDE = new Set(['node_modules', 'dist', 'generated', 'bench', 'simulation', 'testing', 'testing-nats']);
const SQL = new RegExp(
  [
    String.raw`\bselect\b[^]*?\bfrom\b`,
    String.raw`^\s*select\s+[\w.]+\(`,
    String.raw`\binsert\s+into\s`,
    String.raw`\bupdate\s+\S+\s+(as\s+\w+\s+|\w+\s+)?set\s`,
    String.raw`\bdelete\s+from\s`,
    String.raw`\block\s+table\s`,
  ].join('|'),
  'i',
);
const KEYWORDS = /\b(select|insert|into|update|delete|from|where|join|order by|group by|returning|union|begin|commit|rollback)\b/;

/** The files of a folder with SQL or statements, without specs, benches and fixtures. */
export function sqlSources(folder: string): readonly SqlSource[] {
  return filesIn(folder)
    .map((path) => sourceOf(path, relative(folder, path)))
    .filter((source) => KINDS.some((kind) => source[kind].length > 0));
}

/** The names that no file of the folder uses. */
export function unused(folder: string, names: readonly string[]): readonly string[] {
  const code = filesIn(folder)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  return names.filter((name) => (code.match(new RegExp(String.raw`\b${name}\b`, 'g')) ?? []).length < 2);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ASIDE.has(entry.name) ? [] : filesIn(path);
    return entry.name.endsWith('.ts') && !/\.([\w-]*spec|bench|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

function sourceOf(file: string, path: string): SqlSource {
  const code = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const [sqlLines, lowerCaseLines, namedInPlace]: [number[], number[], number[]] = [[], [], []];
  const declared: string[] = [];
  const sent: { name: string; line: number }[] = [];
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (SQL.test(text)) sqlLines.push(lineOf(node));
    if ((SQL.test(text) || (text !== '' && isSent(node))) && KEYWORDS.test(bare(text))) lowerCaseLines.push(lineOf(node));
    if (isStatementDeclaration(node)) declared.push(node.name.getText());
    if (isNamedInPlace(node)) namedInPlace.push(lineOf(node));
    if (ts.isIdentifier(node) && isSent(outermost(node))) sent.push({ name: node.text, line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  const hasStatements = sqlLines.length > 0 || /\.query[(<]/.test(code);
  return { path, sqlLines, lowerCaseLines, declared, namedInPlace: hasStatements ? namedInPlace : [], sent };
}

/** The text of a string, with a placeholder where a template has an expression; empty for other nodes. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x');
}

/** Without literals, quoted names and comments, which may contain anything. */
function bare(text: string): string {
  return text.replaceAll(/'[^']*'|"[^"]*"|--.*/g, '');
}

/** A text that is sent directly, such as "BEGIN". */
function isSent({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /\.query$/.test(parent.expression.getText());
}

/** The member access that contains a name, such as `sql.NAME`; else the name. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node;
  return ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) ? outermost(parent) : node;
}

function isStatementDeclaration(node: ts.Node): node is ts.VariableDeclaration {
  if (!ts.isVariableDeclaration(node)) return false;
  return /\bStatement</.test(node.type?.getText() ?? '') || /^writeStatement\(/.test(node.initializer?.getText() ?? '');
}

/** An object with a name and a text that does not describe its result. */
function isNamedInPlace(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const names = new Set(node.properties.map(({ name }) => name?.getText()));
  return names.has('name') && names.has('text') && !names.has('columns');
}
