/** Reads the error codes of the services from their sources: status, text and code are literals where an error is created. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../workspace.mjs';

/** Services whose callers receive the errors that a folder creates. */
const FOLDERS = {
  'apps/clob/src': 'trading',
  'libs/contracts/src/http/clob': 'trading',
  'libs/platform/auth/src': 'trading',
  'apps/gamma/src': 'catalog',
  'apps/data/src': 'data',
  'libs/platform/limits/src': 'all',
  'libs/platform/server/src': 'all',
  'libs/contracts/src/streams': 'trading',
};
const EXPORTED = 'libs/domain/exchange/src/outcome.ts';
/** Never returned by an API. */
const ELSEWHERE = /\.spec\.ts$|\/(simulation|bench|testing|ops|operator|operator-view|monitor)\//;
/** Code, status and text of errors that take one of them from elsewhere. */
const COMPUTED = {
  'apps/clob/src/rfq/rfq-failures.ts': [
    ['too_many_rfq_requests', 429, 'too many open requests: the maximum is …'],
    ['too_many_rfq_quotes', 429, 'too many open quotes: the maximum is …'],
  ],
  'apps/clob/src/orders/order-refusal.ts': [
    ['user_banned', 400, "'…' address banned"],
    ['closed_only', 400, "'…' address in closed only mode"],
    ['size_too_small', 400, 'order … is invalid. Size (…) lower than the minimum: …'],
  ],
  'apps/clob/src/funds/positions.controller.ts': [],
  'apps/clob/src/request-rules.ts': [['invalid_query', 400, '… must be …']],
  'apps/data/src/request-rules.ts': [
    ['unknown_field', 400, 'unknown_field: …'],
    ['missing_field', 400, 'missing_field: …'],
    ['invalid_field', 400, 'invalid_field: …'],
  ],
  'libs/platform/server/src/streams/bad-message.ts': [
    ['invalid_message', 'stream', 'a message is a JSON object, or the text PING'],
  ],
  'libs/platform/auth/src/callers/auth-failures.ts': [
    ['invalid_l1', 401, 'Invalid L1 Request headers'],
    ['invalid_l2', 401, 'Unauthorized/Invalid api key'],
  ],
};
/** Returned only to operators' commands, except unknown_order and order_delayed, which are texts in `not_canceled`. */
const NEVER_ANSWERED = new Set([
  'market_exists',
  'invalid_terms',
  'unknown_order',
  'order_delayed',
  'duplicate_step',
  'resolution_proposed',
  'wrong_stage',
  'dispute_window_open',
  'another_result',
  'same_operator',
]);

/** Rows { code, status, text, service }, one for each place in the sources. */
export function errorCodes() {
  const rows = Object.entries(FOLDERS).flatMap(([folder, service]) => [
    ...sourcesIn(folder).flatMap((path) => codesOf(path, service)),
    ...Object.entries(COMPUTED).flatMap(([path, codes]) =>
      path.startsWith(`${folder}/`) ? codes.map(([code, status, text]) => ({ path, service, code, status, text })) : [],
    ),
  ]);
  const unknown = rows.filter(({ code, path }) => code === null && COMPUTED[path] === undefined);
  if (unknown.length > 0)
    throw new Error(`name these codes in COMPUTED: ${unknown.map(({ path, source }) => `${path}: ${source}`).join(', ')}`);
  return [...rows, ...rejections()].filter(({ code }) => code !== null && !NEVER_ANSWERED.has(code));
}

function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path));
}

function codesOf(path, service) {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const made = failureOf(node);
    if (made !== null)
      found.push({
        path,
        service: path.includes('/live-data') ? 'data' : service,
        status: made.status,
        text: textOf(made.text),
        code: ts.isStringLiteralLike(made.code) ? made.code.text : null,
        source: made.code.getText(),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Status, text and code of the error that a node creates; null for any other node. */
function failureOf(node) {
  const isMade = (name) => ts.isNewExpression(node) && node.expression.getText() === name;
  const isSuper = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
  if (isMade('HttpFailure') || (isSuper && node.arguments.length >= 3)) {
    const [status, text, code] = node.arguments;
    return ts.isNumericLiteral(status) && !isHandedOn(code) ? { status: Number(status.text), text, code } : null;
  }
  if (isMade('Unavailable')) return { status: 503, text: node.arguments[0], code: node.arguments[1] };
  const isRule = ts.isCallExpression(node) && /^Refused(IfGiven)?$/.test(node.expression.getText());
  if (isRule && node.arguments.length === 3 && !isHandedOn(node.arguments[1]))
    return { status: 'stream', text: node.arguments[2], code: node.arguments[1] };
  if (isMade('BadMessage')) return { status: 'stream', text: node.arguments[1], code: node.arguments[0] };
  if (!ts.isObjectLiteralExpression(node)) return null;
  const [code, text] = [propertyOf(node, 'code'), propertyOf(node, 'error') ?? propertyOf(node, 'message')];
  const isLiteral = code !== undefined && text !== undefined && ts.isStringLiteralLike(code);
  return isLiteral ? { status: 400, text, code } : null;
}

/** A code defined elsewhere: `refusal.code`, `TOKENS_NEEDED.code`, a parameter called code. */
function isHandedOn(code) {
  return ts.isPropertyAccessExpression(code) || (ts.isIdentifier(code) && code.text === 'code');
}

function propertyOf(node, name) {
  return node.properties.find((property) => ts.isPropertyAssignment(property) && property.name.getText() === name)?.initializer;
}

/** A text as callers see it; placeholders become an ellipsis. */
function textOf(node) {
  if (ts.isArrowFunction(node)) return textOf(node.body);
  if (ts.isStringLiteralLike(node)) return node.text.replace('$property', '…');
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
  return '';
}

/** The exchange's own refusals, in their order, with the public texts of orders. */
function rejections() {
  const reasons = [...readFileSync(join(ROOT, EXPORTED), 'utf8').matchAll(/^ {2}'([a-z_]+)',$/gm)].map(([, reason]) => reason);
  const words = readFileSync(join(ROOT, 'apps/clob/src/orders/order-refusal.ts'), 'utf8');
  return reasons.map((code) => {
    const [, text = ''] = new RegExp(`^  ${code}: \\([^)]*\\) =>\\s*[\`'"](.*)[\`'"],$`, 'm').exec(words) ?? [];
    return { path: EXPORTED, code, status: 400, text: text.replaceAll(/\$\{[^}]*\}/g, '…'), service: 'trading' };
  });
}
