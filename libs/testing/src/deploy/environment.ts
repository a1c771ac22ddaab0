import { at, containersOf, fieldsOf, listAt, manifestsOf, textAt, type Manifest, type Overlay } from './manifests';

/** The environment of a service's container. Values that only a site has (production's secrets) are samples. */
export function siteEnvironment(overlay: Overlay, service: 'clob' | 'gamma' | 'data'): NodeJS.ProcessEnv {
  const manifests = manifestsOf(overlay);
  const container = containersOf(overlay).find(({ fields, workload, isGate }) => {
    return !isGate && workload.part === service && textAt(fields, 'name') === service;
  });
  const named = (kind: string, name: string): Manifest | undefined =>
    manifests.find((each) => each.part === service && each.kind === kind && each.name === name);
  const plain = listAt(container?.fields, 'envFrom').flatMap((from) =>
    Object.entries(fieldsOf(at(named('ConfigMap', textAt(from, 'configMapRef', 'name'))?.object, 'data'))),
  );
  const own = listAt(container?.fields, 'env').flatMap((each): [string, unknown][] => {
    const name = textAt(each, 'name');
    const reference = at(each, 'valueFrom', 'secretKeyRef');
    if (reference === undefined) return [[name, each['value']]];
    const encoded = textAt(named('Secret', textAt(reference, 'name'))?.object, 'data', textAt(reference, 'key'));
    // Kubernetes leaves a variable out whose key is optional and missing.
    if (encoded === '' && at(reference, 'optional') === true) return [];
    return [[name, encoded === '' ? sampleOf(name) : Buffer.from(encoded, 'base64').toString()]];
  });
  return Object.fromEntries([...plain, ...own].map(([name, value]) => [name, String(value)]));
}

function sampleOf(variable: string): string {
  if (variable.endsWith('DATABASE_URL')) return 'postgresql://foretell_surface:secret@postgres-rw:5432/foretell';
  return variable === 'AUTH_MASTER_KEY' ? 'ab'.repeat(32) : 'secret';
}
