import { at, fieldsOf, listAt, manifestsOf, textAt, type Manifest } from './manifests';

const PARTS = ['clob', 'gamma', 'data', 'console'];
const apart = manifestsOf('apart');
const local = manifestsOf('local');
const labelsOf = ({ object }: Manifest): Record<string, unknown> => fieldsOf(at(object, 'metadata', 'labels'));

/** An object without its namespace, and a namespace without its name. */
function placeless({ kind, object }: Manifest): unknown {
  const placed = kind === 'Namespace' ? 'name' : 'namespace';
  const metadata = Object.entries(fieldsOf(object['metadata'])).filter(([key]) => key !== placed);
  return { ...object, metadata: Object.fromEntries(metadata) };
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
