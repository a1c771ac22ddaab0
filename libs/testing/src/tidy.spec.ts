import { basename, extname } from 'node:path';
import * as ts from 'typescript';
import { readSourceFiles, type SourceFile } from './source-files';

/** The conventions of the code base as a test, so that reviewers need not repeat them. */

const FILE_LINES_MAX = 300;
const LINE_CHARACTERS_MAX = 130;
/** A step of a scenario is a line. */
const SCENARIOS = /\/scenario\/scenarios\.spec\.ts$/;
const FUNCTION_LINES_MAX = 70;
/** Parsing takes a second or two; a busy machine may need longer. */
const PARSING_MS = 120_000;
/** Samples and golden vectors are data, of any length. */
const DATA = /(^|\/)(sample|vectors|golden|fixtures)\/|package-lock\.json$/;

const { code, files } = readSourceFiles();
const specs = code.filter(({ path }) => /\.(long-)?spec\.tsx?$/.test(path));

/** "path:line" of every match of `pattern`. */
function places(among: readonly SourceFile[], pattern: RegExp): string[] {
  return among.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

function longFunctions({ path, text }: SourceFile): string[] {
  if (text.split('\n').length <= FUNCTION_LINES_MAX) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node, parent: ts.Node): void => {
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const lines = source.getLineAndCharacterOfPosition(node.end).line - first + 1;
    if (lines <= FUNCTION_LINES_MAX) return;
    if (ts.isFunctionLike(node) && !isSuite(parent, source)) found.push(`${path}:${first + 1} has ${lines} lines`);
    ts.forEachChild(node, (child) => visit(child, node));
  };
  ts.forEachChild(source, (child) => visit(child, source));
  return found;
}

/** The body of describe(...) is a list of tests, not a function that has to be read as one. */
function isSuite(node: ts.Node, source: ts.SourceFile): boolean {
  return ts.isCallExpression(node) && /^describe\b/.test(node.expression.getText(source));
}

/** A line that is too long because of an unbreakable quoted text is allowed. */
function isTooLong(line: string): boolean {
  if (line.length <= LINE_CHARACTERS_MAX) return false;
  const unquoted = line.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\ ]|\\.)+\/[a-z]*/g, '');
  return unquoted === line || unquoted.length > LINE_CHARACTERS_MAX;
}

/** Fields of a wire class that its document would omit. */
function undocumented({ path, text }: SourceFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isClassDeclaration).flatMap(({ name, members }) =>
    members
      .filter(ts.isPropertyDeclaration)
      .filter((field) => !field.modifiers?.some(ts.isDecorator))
      .map((field) => `${path}: ${name?.text ?? ''}.${field.name.getText(source)}`),
  );
}

/** The forbidden words below are split in two parts, so that this file does not break its own rules. */
const words = (...parts: readonly (readonly [string, string])[]): string => parts.map(([head, end]) => head + end).join('|');

describe('the code base', () => {
  it('has files of readable length', () => {
    const long = code
      .filter(({ path }) => !DATA.test(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
    expect(long.filter(({ lines }) => lines > FILE_LINES_MAX)).toEqual([]);
  });

  it('has lines that fit the page', () => {
    const prose = code.filter(({ path }) => !DATA.test(path) && !SCENARIOS.test(path));
    const long = prose.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (isTooLong(line) ? [`${path}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it(
    'has functions that fit a screen',
    () => {
      expect(code.flatMap(longFunctions)).toEqual([]);
    },
    PARSING_MS,
  );

  it('names files after their contents', () => {
    const vague = /(^|[.-])(utils?|helpers?|common|managers?|misc)([.-]|$)/;
    expect(code.map(({ path }) => path).filter((path) => vague.test(basename(path, extname(path))))).toEqual([]);
  });

  it('names files in kebab-case with the role last', () => {
    const shape = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(code.map(({ path }) => path).filter((path) => !shape.test(basename(path)))).toEqual([]);
  });

  it("uses the field's words: notify, drain, Signal, context, connection, timeoutMs", () => {
    const coy = words(
      ['lan', 'ded'],
      ['po', 'ke'],
      ['be', 'll'],
      ['trou', 'ble'],
      ['de', 'sk'],
      ['work', 'place'],
      ['pati', 'ence'],
      ['trading', 'Word'],
      // What readers of other languages looked up: say anyone who, request, disconnected, unpublished, range, CPU time.
      ['who', 'ever'],
      ['wi', 'sh'],
      ['hung', ' up'],
      ['unto', 'ld'],
      ['stre', 'tch'],
      ['processor', ' time'],
    );
    const within = coy.replace(/(?<![^|])[a-z]/g, (letter) => letter.toUpperCase());
    expect(places(code, new RegExp(`(?<![a-z])(${coy})|${within}|${coy.toUpperCase()}`))).toEqual([]);
    // Say published, sent, reported or shown. The spec of the documentation's words has them as patterns.
    const others = code.filter(({ path }) => !path.endsWith('words.spec.ts'));
    expect(places(others, new RegExp(`\\b(?:${words(['to', 'ld'], ['te', 'lls'])})\\b`))).toEqual([]);
  });

  it('receives operator commands only by @OpsCommand, which validates them, and events only by @EventBatch', () => {
    const used = places(code, new RegExp(`\\b(${words(['Message', 'Pattern'], ['Event', 'Pattern'])})\\(`));
    const allowed =
      /^libs\/platform\/nats\/src\/(ops\/(ops-command|ops\.db\.spec|forged-commands\.db\.spec)|events\/event-batch)\.ts:/;
    expect(used.filter((place) => !allowed.test(place))).toEqual([]);
  });

  it('documents every field of the wire classes', () => {
    const wire = code.filter(({ path }) => /^libs\/contracts\/src\/.*(?<!\.spec)\.ts$/.test(path));
    expect(wire.flatMap(undocumented)).toEqual([]);
    expect(undocumented({ path: 'a.ts', text: 'class A { @B() c = 1; d = 2 }' })).toEqual(['a.ts: A.d']);
  });

  it('has no open to-do notes', () => {
    expect(places(code, new RegExp(`\\b(${words(['TO', 'DO'], ['FIX', 'ME'], ['X', 'XX'])})\\b`))).toEqual([]);
  });

  it('runs all of its tests', () => {
    expect(places(specs, /\b(it|test|describe)\.(only|skip|todo)\b|\b[xf](it|test|describe)\(/)).toEqual([]);
  });

  it('suppresses a lint rule only with a reason, and never the compiler', () => {
    expect(places(code, new RegExp(`${words(['eslint-', 'disable'])}(?!.* -- \\S)`))).toEqual([]);
    expect(places(code, new RegExp(`@${words(['ts-', 'ignore'], ['ts-', 'nocheck'])}`))).toEqual([]);
  });

  it('reads the environment only in *.config.ts and in main.ts', () => {
    const inside = code.filter(
      ({ path }) => /^(apps|libs)\/.*\/src\/.*\.tsx?$/.test(path) && !/\.config\.ts$|\/main\.ts$|\.spec\.tsx?$/.test(path),
    );
    expect(places(inside, /\bprocess\.env\b/)).toEqual([]);
  });

  it('runs on any machine and from its own folder alone', () => {
    const machine = new RegExp(
      `(^|[^\\w.$}/-])/(${words(['wo', 'rk'], ['fa', 'rm'], ['ho', 'me'], ['Us', 'ers'], ['ro', 'ot'])})/\\w`,
    );
    const outside = new RegExp(`\\.\\./${words(['sha', 'red'])}(/|\\b)`);
    expect(places(files, machine)).toEqual([]);
    expect(places(files, outside)).toEqual([]);
  });
});
