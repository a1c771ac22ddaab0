import { at, fieldsOf, listAt, manifestsOf, textAt, type Manifest } from './manifests';

const stores = manifestsOf('ha').filter(({ part }) => part === 'stores');

function named(kind: string, name: RegExp): Manifest {
  const found = stores.find((each) => each.kind === kind && name.test(each.name));
  if (found === undefined) throw new Error(`there is no ${kind} ${name.source}`);
  return found;
}

/** Rules in the manifests that the cluster test relies on for its loss guarantees. */
describe('the stores of ha', () => {
  const primary = textAt(named('ConfigMap', /^postgres-primary$/).object, 'data', 'PRIMARY');
  const scripts = fieldsOf(at(named('ConfigMap', /^postgres-scripts/).object, 'data'));

  it('have one primary by name, to which the Service leads', () => {
    expect(primary).toBe('postgres-0');
    const selector = fieldsOf(at(named('Service', /^postgres-rw$/).object, 'spec', 'selector'));
    expect(selector['statefulset.kubernetes.io/pod-name']).toBe(primary);
  });

  it('acknowledge a commit when two servers have it, whichever of them is the primary', () => {
    expect(scripts['standby.sh']).toContain(`synchronous_standby_names = 'ANY 1 ("postgres-0", "postgres-1")'`);
    expect(scripts['start.sh']).toContain('application_name=$POD');
  });

  it('run PostgreSQL and NATS on more than one node', () => {
    const sets = ['postgres', 'nats'].map((name) => named('StatefulSet', new RegExp(`^${name}$`)).object);
    expect(sets.map((set) => at(set, 'spec', 'replicas'))).toEqual([2, 3]);
    for (const set of sets) {
      const [spread] = listAt(set, 'spec', 'template', 'spec', 'topologySpreadConstraints');
      expect(spread).toMatchObject({ topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule', maxSkew: 1 });
    }
  });

  it('keep each stream on all three servers of NATS', () => {
    const settings = manifestsOf('ha').find(({ kind, name }) => kind === 'ConfigMap' && name.startsWith('migrate-settings'));
    expect(at(settings?.object, 'data', 'NATS_REPLICAS')).toBe('3');
    const conf = textAt(named('ConfigMap', /^nats-settings/).object, 'data', 'nats.conf');
    for (const server of ['nats-0', 'nats-1', 'nats-2']) expect(conf).toContain(`//${server}.nats-headless:6222`);
  });
});
