/**
 * `npm run observability` writes deploy/observability's dashboards and the rules for Prometheus' operator from their sources
 * (tools/observability/panels.mjs, rules.yaml). `-- --check` changes nothing and fails when a file differs from its source. It
 * also lets promtool check the rules and run their tests. Without promtool on the PATH (PROMTOOL names another) it prints that
 * this was skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { DASHBOARDS } from './observability/panels.mjs';
import { ROOT, say } from './workspace.mjs';

const FOLDER = join(ROOT, 'deploy', 'observability');
const RULES = 'rules.yaml';
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const PANEL = { width: 8, height: 8 };

const wanted = new Map([
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
    ['test', 'rules', join(FOLDER, 'rules.test.yaml')],
  ]) {
    const { status } = spawnSync(PROMTOOL, words, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

function written(name) {
  const file = join(FOLDER, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function jsonOf(value) {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** The same groups in the format of Prometheus' operator. */
function ruleObject() {
  const { groups } = parse(readFileSync(join(FOLDER, RULES), 'utf8'));
  const metadata = { name: 'foretell', labels: { 'app.kubernetes.io/part-of': 'foretell' } };
  const object = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata, spec: { groups } };
  return `# Of rules.yaml, by npm run observability.\n${stringify(object, { lineWidth: 0, singleQuote: true })}`;
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
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets,
  };
}
