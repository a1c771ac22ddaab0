import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../source-files';
import { at, fieldsOf, isWorkload, listAt, manifestsOf, OVERLAYS, podOf, textAt, type Manifest } from './manifests';

const FOLDER = join(ROOT, 'deploy', 'observability');
const SERVICES = ['clob', 'gamma', 'data'];
const read = (file: string): unknown => parse(readFileSync(join(FOLDER, file), 'utf8'));
const monitor = read('pod-monitor.yaml');

const namespaceOf = (workload: Manifest): string => textAt(workload.object, 'metadata', 'namespace');
const labelsOf = (workload: Manifest): Readonly<Record<string, unknown>> => fieldsOf(at(podOf(workload), 'metadata', 'labels'));

function portsOf(workload: Manifest): readonly string[] {
  const ports = listAt(podOf(workload), 'spec', 'containers').flatMap((container) => listAt(container, 'ports'));
  return ports.map((port) => textAt(port, 'name'));
}

/** Whether Prometheus' operator scrapes the pods of the workload. */
function isScraped(workload: Manifest): boolean {
  const listed = at(monitor, 'spec', 'namespaceSelector', 'matchNames');
  const namespaces: readonly unknown[] = Array.isArray(listed) ? listed : [textAt(read('kustomization.yaml'), 'namespace')];
  const wanted = Object.entries(fieldsOf(at(monitor, 'spec', 'selector', 'matchLabels')));
  const [endpoint] = listAt(monitor, 'spec', 'podMetricsEndpoints');
  return (
    namespaces.includes(namespaceOf(workload)) &&
    wanted.every(([label, value]) => labelsOf(workload)[label] === value) &&
    portsOf(workload).includes(textAt(endpoint, 'port'))
  );
}

describe.each([...OVERLAYS, 'apart'] as const)('the PodMonitor', (overlay) => {
  const workloads = manifestsOf(overlay).filter(isWorkload);

  it(`selects the services of ${overlay}, and nothing else`, () => {
    expect(workloads.filter(isScraped).map(({ name }) => name)).toEqual(expect.arrayContaining(SERVICES));
    expect(new Set(workloads.filter(isScraped).map(({ name }) => name))).toEqual(new Set(SERVICES));
  });

  it(`gives the pods of ${overlay} the names of services that the rules compare with`, () => {
    const [endpoint] = listAt(monitor, 'spec', 'podMetricsEndpoints');
    const [job] = listAt(endpoint, 'relabelings').filter(({ targetLabel }) => targetLabel === 'job');
    expect(at(job, 'sourceLabels')).toEqual(['__meta_kubernetes_pod_label_app_kubernetes_io_name']);
    for (const workload of workloads.filter(isScraped)) expect(labelsOf(workload)['app.kubernetes.io/name']).toBe(workload.name);
  });
});

describe('the scrape configuration', () => {
  it('scrapes each service under its name, and evaluates the rules as often as their shortest wait', () => {
    const configuration = read('prometheus.yaml');
    expect(listAt(configuration, 'scrape_configs').map((each) => textAt(each, 'job_name'))).toEqual(SERVICES);
    const waits = listAt(read('rules.yaml'), 'groups')
      .flatMap((group) => listAt(group, 'rules'))
      .flatMap((rule) => (rule['for'] === undefined ? [] : [secondsOf(textAt(rule, 'for'))]));
    expect(secondsOf(textAt(configuration, 'global', 'evaluation_interval'))).toBeLessThanOrEqual(Math.min(...waits));
  });
});

/** Prometheus evaluates each minute by default. */
function secondsOf(duration: string): number {
  const [, count, unit] = /^(\d+)(s|m|h)$/.exec(duration || '1m') ?? [];
  return Number(count) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
}
