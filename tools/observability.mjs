/**
 * `npm run observability` writes deploy/observability's dashboards and the rules for Prometheus' operator from their sources
 * (tools/observability/panels.mjs, rules.yaml), and the `runbook_url` of each alert into the rules and their tests. `-- --check`
 * changes nothing and fails when a file differs from its source. It also lets promtool check the rules and run their tests.
 * Without promtool on the PATH (PROMTOOL names another) it prints that this was skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { parse, stringify } from 'yaml';
import { DASHBOARDS, SIGNED_PANELS } from './observability/panels.mjs';
import { ROOT, say } from './workspace.mjs';

const FOLDER = join(ROOT, 'deploy', 'observability');
const RULES = 'rules.yaml';
const TESTS = 'rules.test.yaml';
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
/** Base URL of the runbooks, which the console serves. RUNBOOKS_URL sets a site's own. */
const RUNBOOKS = process.env.RUNBOOKS_URL || 'http://127.0.0.1:3000/docs/operate/runbooks/';
/** An alert and its annotations, in the rules and in their tests. */
const ALERT = /\b(?:alert|alertname): (\w+)/;
const SUMMARY = /(annotations:\s*)\{\s*summary:\s*('(?:[^']|'')*'|"(?:[^"\\]|\\.)*")(?:,\s*runbook_url:\s*'[^']*')?,?\s*\}/g;
const PANEL = { width: 8, height: 8 };

const rules = await withRunbooks(RULES);
const wanted = new Map([
  [RULES, rules],
  [TESTS, await withRunbooks(TESTS)],
  ...Object.entries(DASHBOARDS).map(([name, dashboard]) => [`dashboards/${name}.json`, jsonOf(dashboardOf(name, dashboard))]),
  ['prometheus-rule.yaml', ruleObject()],
]);
const stale = [...wanted].filter(([name, text]) => text !== written(name)).map(([name]) => name);
if (!process.argv.includes('--check')) {
  for (const [name, text] of wanted) writeFileSync(join(FOLDER, name), text);
  say(`${wanted.size} files of deploy/observability written`);
} else if (stale.length > 0) {
  process.stderr.write(`deploy/observability differs from its sources: ${stale.join(', ')}. Run npm run observability\n`);
  process.exitCode = 1;
} else {
  say('The dashboards and rules match their sources');
  judgeRules();
}

function judgeRules() {
  if (spawnSync(PROMTOOL, ['--version']).status !== 0) {
    say('promtool is not installed (Debian: package prometheus): the rules were not checked and their tests did not run');
    return;
  }
  for (const words of [
    ['check', 'rules', join(FOLDER, RULES)],
    ['test', 'rules', join(FOLDER, TESTS)],
  ]) {
    const { status } = spawnSync(PROMTOOL, words, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

function written(name) {
  const file = join(FOLDER, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The file with the URL of the runbook after each alert's summary. */
async function withRunbooks(name) {
  const file = join(FOLDER, name);
  const parts = readFileSync(file, 'utf8').split(/(?=\balert(?:name)?: )/);
  const text = parts.map((part) => {
    const alert = ALERT.exec(part)?.[1];
    if (alert === undefined) return part;
    return part.replaceAll(
      SUMMARY,
      (_, key, summary) => `${key}{ summary: ${summary}, runbook_url: '${RUNBOOKS}#${alert.toLowerCase()}' }`,
    );
  });
  return prettier.format(text.join(''), { ...(await prettier.resolveConfig(file)), filepath: file });
}

function jsonOf(value) {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** The same groups in the format of Prometheus' operator. */
function ruleObject() {
  const { groups } = parse(rules);
  const metadata = { name: 'foretell', labels: { 'app.kubernetes.io/part-of': 'foretell' } };
  const object = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata, spec: { groups } };
  return `# Generated from rules.yaml by npm run observability.\n${stringify(object, { lineWidth: 0, singleQuote: true })}`;
}

function dashboardOf(name, { title, rows }) {
  return {
    uid: `foretell-${name}`,
    title,
    tags: ['foretell'],
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    links: [{ type: 'dashboards', tags: ['foretell'], title: 'Foretell', asDropdown: true }],
    panels: rows.flatMap((row, y) => row.map((panel, x) => panelOf(panel, x, y, rows))),
  };
}

function panelOf([title, unit, ...queries], x, y, rows) {
  const before = rows.slice(0, y).reduce((sum, { length }) => sum + length, 0);
  const datasource = { type: 'prometheus', uid: '${datasource}' };
  const targets = [];
  for (let at = 0; at < queries.length; at += 2)
    targets.push({ refId: String.fromCharCode(65 + at / 2), datasource, expr: queries[at], legendFormat: queries[at + 1] });
  return {
    id: before + x + 1,
    title,
    type: 'timeseries',
    datasource,
    gridPos: { x: x * PANEL.width, y: y * PANEL.height, w: PANEL.width, h: PANEL.height },
    fieldConfig: { defaults: { unit, ...(SIGNED_PANELS.includes(title) ? {} : { min: 0 }) }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets,
  };
}
