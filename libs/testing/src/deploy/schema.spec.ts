import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { at, fieldsOf, K8S, manifestsOf, OVERLAYS, sourcesSum, textAt, type Fields } from './manifests';

const COMPILING_MS = 60_000;
const schema = fieldsOf(JSON.parse(readFileSync(join(K8S, 'schema.json'), 'utf8')));
const ajv = new Ajv({ strict: false });
const compiled = new Map<string, ValidateFunction>();

/** The API server's error for an object, with unknown fields refused; null when it accepts it. */
function faultOf(object: Fields): string | null {
  const kind = `${textAt(object, 'apiVersion')} ${textAt(object, 'kind')}`;
  const known = at(schema, 'kinds', kind);
  if (known === undefined) return `no schema of ${kind}: see tools/kubernetes-schema.mjs`;
  const validate = compiled.get(kind) ?? ajv.compile({ ...fieldsOf(known), $defs: schema['$defs'] });
  compiled.set(kind, validate);
  return validate(object) ? null : ajv.errorsText(validate.errors);
}

describe('the manifests of deploy/k8s', () => {
  it('were rendered from these sources: npm run manifests', () => {
    expect(readFileSync(join(K8S, 'rendered', 'sources.sha256'), 'utf8').trim()).toBe(sourcesSum());
  });

  it.each([...OVERLAYS, 'apart' as const])(
    'of %s are valid for the API, without unknown fields',
    (overlay) => {
      const objects = manifestsOf(overlay);
      expect(objects.length).toBeGreaterThan(40);
      const faults = objects.map(({ part, kind, name, object }) => ({
        title: `${part} ${kind}/${name}`,
        fault: faultOf(object),
      }));
      expect(faults.filter(({ fault }) => fault !== null)).toEqual([]);
    },
    COMPILING_MS,
  );

  it.each([
    ['Deployment', ['spec', 'template', 'spec', 'containers', '0', 'readynessProbe']],
    ['Deployment', ['spec', 'strategy', 'rollingUpdate', 'maxSerge']],
    ['NetworkPolicy', ['spec', 'ingres']],
    ['Ingress', ['spec', 'className']],
    ['Cluster', ['spec', 'postgresql', 'synchronous', 'minimum']],
    ['ExternalSecret', ['spec', 'target', 'templates']],
  ])('fail for a %s with a misspelt %j', (kind, path) => {
    const found = manifestsOf('production').find((each) => each.kind === kind && ['clob', 'stores'].includes(each.part));
    const object = structuredClone(found?.object ?? {});
    expect(faultOf(object)).toBeNull();
    let inside: unknown = object;
    for (const key of path.slice(0, -1)) inside = Reflect.get(Object(inside), key);
    Reflect.set(Object(inside), path.at(-1) ?? '', {});
    expect(faultOf(object)).toContain('additional properties');
  });
});
