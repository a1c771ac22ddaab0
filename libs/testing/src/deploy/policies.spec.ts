import {
  at,
  containersOf,
  fieldsOf,
  isWorkload,
  listAt,
  manifestsOf,
  OVERLAYS,
  podOf,
  textAt,
  type Container,
  type Fields,
  type Manifest,
} from './manifests';

const SERVICES = ['clob', 'gamma', 'data'];
const SERVED = [...SERVICES, 'console'];

/** Titles of the containers that fail `holds`. */
function without(containers: readonly Container[], holds: (container: Container) => boolean): string[] {
  return containers.filter((container) => !holds(container)).map(({ title }) => title);
}

function selects(selector: unknown, labels: Fields): boolean {
  const wanted = Object.entries(fieldsOf(at(selector, 'matchLabels')));
  const listed = listAt(selector, 'matchExpressions').every(({ key, values }) =>
    Array.isArray(values) ? values.includes(labels[String(key)]) : false,
  );
  return listed && wanted.every(([key, value]) => labels[key] === value);
}

const labelsOf = (workload: Manifest): Fields => fieldsOf(at(podOf(workload), 'metadata', 'labels'));
/** The label that Kubernetes gives the first pod of a set. */
const nameOfFirst = ({ kind, name }: Manifest): Fields =>
  kind === 'StatefulSet' ? { 'statefulset.kubernetes.io/pod-name': `${name}-0` } : {};
const namespaceOf = ({ object }: Manifest): string => textAt(object, 'metadata', 'namespace');
const rulesOf = (policy: Manifest | undefined, direction: 'ingress' | 'egress'): readonly Fields[] =>
  listAt(policy?.object, 'spec', direction);
const portsOf = (rule: Fields): readonly unknown[] => listAt(rule, 'ports').map(({ port }) => port);

/** Whether one of the rules admits a pod of the site, by its labels, at a port. */
function admits(
  rules: readonly Fields[],
  peers: 'from' | 'to',
  { site, pod, port }: { readonly site: Fields; readonly pod: Fields; readonly port: unknown },
): boolean {
  return rules.some(
    (rule) =>
      portsOf(rule).includes(port) &&
      listAt(rule, peers).some((peer) => selects(peer['namespaceSelector'], site) && selects(peer['podSelector'], pod)),
  );
}

describe.each(OVERLAYS)('the workloads of %s', (overlay) => {
  const manifests = manifestsOf(overlay);
  const containers = containersOf(overlay);
  const workloads = manifests.filter(isWorkload);
  const serving = containers.filter(({ fields }) => listAt(fields, 'ports').length > 0);
  const of = (kind: string): readonly Manifest[] => manifests.filter((each) => each.kind === kind);
  const site = fieldsOf(at(of('Namespace').find(({ name }) => name === 'foretell')?.object, 'metadata', 'labels'));

  it('are complete', () => {
    expect(new Set(containers.map(({ title }) => title)).size).toBe(containers.length);
    expect(containers.length).toBeGreaterThanOrEqual(9);
    expect(serving.map(({ workload }) => workload.name)).toEqual(expect.arrayContaining([...SERVICES]));
  });

  it('run as nobody, with a read-only root, without capabilities', () => {
    const pods = containers.map(({ pod, title }) => ({ title, security: fieldsOf(at(pod, 'spec', 'securityContext')) }));
    expect(pods.filter(({ security }) => security['runAsNonRoot'] !== true || !(Number(security['runAsUser']) > 0))).toEqual([]);
    expect(pods.filter(({ security }) => at(security, 'seccompProfile', 'type') !== 'RuntimeDefault')).toEqual([]);
    const closed = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
    for (const { fields } of containers) expect(fields['securityContext']).toEqual(closed);
  });

  it('are in namespaces that refuse everything else', () => {
    const restricted = of('Namespace').filter(
      ({ object }) => at(object, 'metadata', 'labels', 'pod-security.kubernetes.io/enforce') === 'restricted',
    );
    expect(new Set(workloads.map(namespaceOf))).toEqual(
      new Set(['foretell', ...(overlay === 'production' ? [] : ['foretell-stores'])]),
    );
    expect(restricted.map(({ name }) => name).sort()).toEqual(['foretell', 'foretell-stores']);
  });

  it('have no cluster token, and service accounts of their own part', () => {
    for (const workload of workloads) {
      const spec = at(podOf(workload), 'spec');
      const account = manifests.find(({ part, kind, name }) => {
        return part === workload.part && kind === 'ServiceAccount' && name === textAt(spec, 'serviceAccountName');
      });
      expect(account?.object['automountServiceAccountToken']).toBe(false);
      expect(at(spec, 'automountServiceAccountToken')).toBe(false);
    }
  });

  it('get no variables from the Services of their namespace, some of which have names of settings', () => {
    expect(without(containers, ({ pod }) => at(pod, 'spec', 'enableServiceLinks') === false)).toEqual([]);
  });

  it('pin the version of every image, and never use latest', () => {
    expect(without(containers, ({ fields }) => /^[\w./-]+:v?\d+\.\d+[\w.-]*$/.test(textAt(fields, 'image')))).toEqual([]);
  });

  it('run services of one version, which wait for the migrations of the same', () => {
    const tags = containers
      .map(({ fields }) => textAt(fields, 'image'))
      .filter((image) => /foretell\/(clob|gamma|data|ops|console|migrate):/.test(image))
      .map((image) => image.split(':').at(-1));
    expect(new Set(tags).size).toBe(1);
    for (const service of SERVICES) {
      const gates = containers.filter(({ workload, isGate }) => isGate && workload.name === service);
      expect(gates.map(({ fields }) => fields['args'])).toEqual([['--wait']]);
      expect(gates.map(({ fields }) => textAt(fields, 'image'))).toEqual([expect.stringContaining('foretell/migrate:')]);
    }
  });

  it('request CPU and memory, and have a memory limit', () => {
    const isBounded = ({ fields }: Container): boolean =>
      [
        ['requests', 'cpu'],
        ['requests', 'memory'],
        ['limits', 'memory'],
      ].every((path) => textAt(fields, 'resources', ...path) !== '' || at(fields, 'resources', ...path) !== undefined);
    expect(without(containers, isBounded)).toEqual([]);
  });

  it('have startup, liveness and readiness probes if they serve', () => {
    const isProbed = ({ fields }: Container): boolean =>
      ['startupProbe', 'livenessProbe', 'readinessProbe'].every((probe) => fields[probe] !== undefined);
    expect(without(serving, isProbed)).toEqual([]);
  });

  it('have probes on existing ports and paths', () => {
    const probes = serving.flatMap(({ fields, title }) => {
      const ports = listAt(fields, 'ports').map(({ name }) => name);
      return ['startupProbe', 'livenessProbe', 'readinessProbe']
        .map((probe) => at(fields, probe, 'httpGet'))
        .filter((get) => get !== undefined)
        .map((get) => ({ title, known: ports.includes(at(get, 'port')), path: textAt(get, 'path').split('?')[0] }));
    });
    expect(probes.filter(({ known }) => !known)).toEqual([]);
    expect(new Set(probes.map(({ path }) => path))).toEqual(new Set(['/healthz', '/readyz']));
  });

  it('each have a policy for ingress and, on the site itself, for egress', () => {
    const policies = of('NetworkPolicy');
    const isUnder = (workload: Manifest, type: string): boolean =>
      policies.some((policy) => {
        const types = at(policy.object, 'spec', 'policyTypes');
        const isDefault = policy.name === 'default-deny';
        return (
          !isDefault &&
          namespaceOf(policy) === namespaceOf(workload) &&
          Array.isArray(types) &&
          types.includes(type) &&
          selects(at(policy.object, 'spec', 'podSelector'), labelsOf(workload))
        );
      });
    expect(workloads.filter((each) => !isUnder(each, 'Ingress')).map(({ name }) => name)).toEqual([]);
    const site = workloads.filter((each) => namespaceOf(each) === 'foretell');
    expect(site.filter((each) => !isUnder(each, 'Egress')).map(({ name }) => name)).toEqual([]);
    const defaults = policies.filter(({ name }) => name === 'default-deny');
    expect(defaults.map(({ object }) => at(object, 'spec', 'podSelector'))).toEqual([{}, {}]);
  });

  it('are let in by the policies of the stores wherever their own let them out', () => {
    const policies = of('NetworkPolicy');
    const ingress = policies
      .filter((policy) => namespaceOf(policy) === 'foretell-stores')
      .flatMap((policy) => rulesOf(policy, 'ingress'));
    const calls = workloads
      .filter((each) => namespaceOf(each) === 'foretell')
      .flatMap((workload) =>
        policies
          .filter((policy) => namespaceOf(policy) === 'foretell' && policy.name !== 'default-deny' && policy.name !== 'names')
          .filter((policy) => selects(at(policy.object, 'spec', 'podSelector'), labelsOf(workload)))
          .flatMap((policy) => rulesOf(policy, 'egress'))
          .flatMap(portsOf)
          .filter((port) => port === 5432 || port === 4222)
          .map((port) => ({ title: `${workload.name} to ${String(port)}`, labels: labelsOf(workload), port })),
      );
    expect(calls.length).toBeGreaterThan(9);
    const isLetIn = ({ labels: pod, port }: (typeof calls)[number]): boolean => admits(ingress, 'from', { site, pod, port });
    expect(calls.filter((call) => !isLetIn(call)).map(({ title }) => title)).toEqual([]);
  });

  it('let the console call the catalog and nobody else', () => {
    const policyOf = (part: string): Manifest | undefined => of('NetworkPolicy').find(({ name }) => name === part);
    const place = (part: string): Parameters<typeof admits>[2] => {
      const workload = workloads.find(({ name }) => name === part);
      if (workload === undefined) throw new Error(`there is no workload ${part}`);
      return { site, pod: labelsOf(workload), port: 3002 };
    };
    const calls = rulesOf(policyOf('console'), 'egress');
    expect(calls).toHaveLength(1);
    expect(SERVED.filter((part) => admits(calls, 'to', place(part)))).toEqual(['gamma']);
    expect(admits(rulesOf(policyOf('gamma'), 'ingress'), 'from', place('console'))).toBe(true);
  });

  it('are found by every Service, budget and autoscaler that means them', () => {
    const isFound = ({ object }: Manifest): boolean => {
      const selector = at(object, 'spec', 'selector');
      const named = at(object, 'spec', 'scaleTargetRef', 'name');
      if (named !== undefined) return workloads.some(({ name }) => name === named);
      const labels = at(selector, 'matchLabels') === undefined ? { matchLabels: selector } : selector;
      return workloads.some((workload) => selects(labels, { ...labelsOf(workload), ...nameOfFirst(workload) }));
    };
    const meaning = [...of('Service'), ...of('PodDisruptionBudget'), ...of('HorizontalPodAutoscaler')];
    expect(meaning.length).toBeGreaterThan(7);
    expect(meaning.filter((each) => !isFound(each)).map(({ kind, name }) => `${kind}/${name}`)).toEqual([]);
  });

  it('of a service, or of the console, keep one pod when a node is drained, and spread over nodes', () => {
    for (const served of SERVED) {
      const budget = of('PodDisruptionBudget').find(({ name }) => name === served);
      expect(at(budget?.object, 'spec', 'maxUnavailable')).toBe(1);
      const workload = workloads.find(({ name }) => name === served);
      const keys = workload === undefined ? [] : listAt(podOf(workload), 'spec', 'topologySpreadConstraints');
      expect(keys.map(({ topologyKey }) => topologyKey)).toContain('kubernetes.io/hostname');
    }
  });

  it('are exposed by their Service', () => {
    for (const served of SERVED) {
      const ingress = of('Ingress').find(({ name }) => name === served);
      const [rule] = listAt(ingress?.object, 'spec', 'rules');
      const [path] = listAt(rule, 'http', 'paths');
      expect(at(path, 'backend', 'service')).toEqual({ name: served, port: { name: 'http' } });
      // Of the available classes this one keeps headers with underscores by default.
      expect(at(ingress?.object, 'spec', 'ingressClassName')).toBe(overlay === 'production' ? 'haproxy' : undefined);
      const service = of('Service').find(({ name }) => name === served);
      expect(listAt(service?.object, 'spec', 'ports').map(({ name }) => name)).toEqual(['http']);
    }
  });
});
