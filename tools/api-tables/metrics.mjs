/** Reads the metrics of the services from their sources: a name that begins with foretell_ is next to its help. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../workspace.mjs';
import { table } from './table.mjs';

/** Labels of gauges set by calls, and services where not all serve what a library defines: observability.spec compares both. */
const LABELS = {
  foretell_ready: 'check',
  foretell_database_connections: 'pool, state',
  foretell_database_waiting: 'pool',
  foretell_catalog_cache_bytes: 'dialect',
  foretell_ingest_lag_facts: 'source',
  foretell_ingest_lag_seconds: 'source',
  foretell_relay_lag_facts: 'source',
  foretell_relay_lag_seconds: 'source',
};
const SERVICES = {
  foretell_relay_lag_facts: 'clob, gamma',
  foretell_relay_lag_seconds: 'clob, gamma',
  foretell_stream_connections: 'clob, data',
  foretell_stream_cuts_total: 'clob, data',
};

/** @returns the table of docs/operate/metrics.md by its name */
export function metricTables() {
  const rows = ['libs/platform', 'apps/clob/src', 'apps/gamma/src', 'apps/data/src']
    .flatMap(metricsIn)
    .sort((a, b) => Number(a.service !== 'all') - Number(b.service !== 'all') || a.service.localeCompare(b.service))
    .map(({ name, type, labels, service, help }) => [`\`${name}\``, type, labels, service, help]);
  return { metrics: table(['metric', 'type', 'labels', 'services', 'what it shows'], rows) };
}

function metricsIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\/src\/.*(?<!spec)\.ts$/.test(path))
    .sort()
    .flatMap(metricsOf);
}

function metricsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!text.includes('foretell_')) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const [found, constants] = [[], new Map()];
  const add = (name, help, type, labels) => {
    const service = SERVICES[name] ?? (path.startsWith('apps/') ? path.split('/')[1] : 'all');
    found.push({ name, type, labels: LABELS[name] ?? labels, service, help: help.replace(/\.$/, '') });
  };
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) constants.set(node.name.getText(), node.initializer);
    if (ts.isObjectLiteralExpression(node)) addObject(node, constants, add);
    // The table of the engine's gauges: [name, help, read].
    if (ts.isArrayLiteralExpression(node) && node.elements.length === 3 && text.includes('`foretell_${name}`')) {
      const [name, help] = node.elements;
      if (ts.isStringLiteral(name) && ts.isStringLiteral(help)) add(`foretell_${name.text}`, help.text, 'gauge', '');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function addObject(node, constants, add) {
  const valueOf = (name) => {
    const property = node.properties.find((each) => each.name?.getText() === name);
    const value = property?.initializer ?? property?.name;
    return value !== undefined && ts.isIdentifier(value) ? constants.get(value.text) : value;
  };
  const name = valueOf('name');
  if (name === undefined || !ts.isStringLiteral(name) || !name.text.startsWith('foretell_')) return;
  const help = valueOf('help');
  if (help === undefined || !ts.isStringLiteralLike(help)) throw new Error(`${name.text}: its help is no text of its file`);
  const type = ts.isNewExpression(node.parent) ? node.parent.expression.getText().toLowerCase() : 'gauge';
  const labels = [...(valueOf('labelNames')?.getText() ?? '').matchAll(/'(\w+)'/g)].map(([, label]) => label).join(', ');
  add(name.text, help.text, type, labels);
}
