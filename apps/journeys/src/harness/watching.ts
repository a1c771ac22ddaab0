import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './repository';

const FOLDER = join(ROOT, 'deploy/observability');
const PAGE = readFileSync(join(ROOT, 'docs/operate/metrics.md'), 'utf8');
const RUNBOOKS = readFileSync(join(ROOT, 'docs/operate/runbooks.md'), 'utf8');

/** A row of the page's table of metrics. */
export interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly services: readonly string[];
}

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

export function documentedMetrics(): readonly DocumentedMetric[] {
  return PAGE.split('\n').flatMap((line) => {
    const [, name, type = '', labels = '', services = ''] = /^\| `(foretell_\w+)` \| (\w+) \|([^|]*)\|([^|]*)\|/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name, type, labels: words(labels), services: services.trim() === 'all' ? SERVICES : words(services) }];
  });
}

/** The alerts for which the page has a runbook. */
export function runbookHeadings(): readonly string[] {
  return Array.from(RUNBOOKS.matchAll(/^## (\w+)$/gm), ([, heading = '']) => heading);
}

export function rules(): readonly Rule[] {
  const file = parse(readFileSync(join(FOLDER, 'rules.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  return file.groups.flatMap((group) => group.rules);
}

/** Every query of every dashboard, by the dashboard's file and the panel's title. */
export function dashboardQueries(): readonly { readonly panel: string; readonly expr: string }[] {
  const folder = join(FOLDER, 'dashboards');
  return readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { panels: readonly Panel[] };
    return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ panel: `${file}: ${title}`, expr })));
  });
}

/** The metrics and recording rules that a query names. */
export function namesIn(expr: string): readonly string[] {
  return Array.from(expr.matchAll(/(?:foretell:\w+(?::\w+)?|(?:foretell|nodejs|process)_\w+)/g), ([name]) => name);
}

const SERVICES = ['clob', 'gamma', 'data'];

function words(text: string): readonly string[] {
  return text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}
