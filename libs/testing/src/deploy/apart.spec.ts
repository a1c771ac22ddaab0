import { at, fieldsOf, listAt, manifestsOf, textAt, type Manifest } from './manifests';

const PARTS = ['clob', 'gamma', 'data', 'console'];
const apart = manifestsOf('apart');
const local = manifestsOf('local');
const labelsOf = ({ object }: Manifest): Record<string, unknown> => fieldsOf(at(object, 'metadata', 'labels'));

/** Its service, and its namespace if it names one. */
const SERVICE_URL = /^http:\/\/([a-z]+)(?:\.([a-z-]+))?:\d+$/;

/** An object without its namespace, those of the services that it names, and the checksum of settings that name them. */
function placeless({ kind, object }: Manifest): unknown {
  const placed = kind === 'Namespace' ? 'name' : 'namespace';
  const metadata = Object.entries(fieldsOf(object['metadata'])).filter(([key]) => key !== placed);
  const text = JSON.stringify({ ...object, metadata: Object.fromEntries(metadata) });
  return JSON.parse(
    text.replaceAll('http://gamma.foretell-gamma:', 'http://gamma:').replaceAll(/console-settings-\w+/g, 'settings'),
  );
}

describe.each(PARTS)('%s apart', (part) => {
  const own = apart.filter((each) => each.part === part);
  const namespace = `foretell-${part}`;

  it('is the local part and the rules of the site, in a namespace of its own', () => {
    const both = local.filter((each) => each.part === part || each.part === 'site');
    expect(own.map(placeless)).toEqual(expect.arrayContaining(both.map(placeless)));
    expect(own).toHaveLength(both.length);
    const places = own.map(({ kind, name, object }) => (kind === 'Namespace' ? name : textAt(object, 'metadata', 'namespace')));
    expect(new Set(places)).toEqual(new Set([namespace]));
  });

  it('calls the services where they are', () => {
    const settings = own
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ object }) => Object.values(fieldsOf(object['data'])));
    const called = settings.map((value) => SERVICE_URL.exec(String(value))).filter((found) => found !== null);
    expect(called).toHaveLength(part === 'console' ? 1 : 0);
    for (const [, service, place = namespace] of called) {
      const places = apart.filter(({ kind, name }) => kind === 'Service' && name === service);
      expect(places.map(({ object }) => textAt(object, 'metadata', 'namespace'))).toEqual([place]);
    }
  });

  it('is let in by the stores, by a label and not by the name of the namespace', () => {
    const place = own.find(({ kind }) => kind === 'Namespace');
    if (place === undefined) throw new Error('there is no namespace');
    expect(labelsOf(place)['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const selectors = local
      .filter(({ part: of, kind, name }) => of === 'stores' && kind === 'NetworkPolicy' && ['nats', 'postgres'].includes(name))
      .map(({ object }) => at(listAt(object, 'spec', 'ingress')[0], 'from'))
      .map((from) => at(Array.isArray(from) ? from[0] : undefined, 'namespaceSelector', 'matchLabels'));
    expect(selectors).toEqual([{ 'foretell.io/may-use': 'stores' }, { 'foretell.io/may-use': 'stores' }]);
    expect(labelsOf(place)).toMatchObject({ 'foretell.io/may-use': 'stores' });
  });
});
