import { CONFIGS, known, REQUIRED, SECRET } from './app-settings';
import { at, containersOf, fieldsOf, listAt, manifestsOf, OVERLAYS, textAt, type Container, type Manifest } from './manifests';

const appOf = ({ fields }: Container): string | undefined =>
  /foretell\/(clob|gamma|data|ops|console|migrate):/.exec(textAt(fields, 'image'))?.[1];

interface Reference {
  readonly variable: string;
  readonly secret: string;
  readonly key: string;
  /** Whether the program starts without it. */
  readonly isOptional: boolean;
}

function secretsOf({ fields }: Container): Reference[] {
  return listAt(fields, 'env').flatMap((each) => {
    const reference = at(each, 'valueFrom', 'secretKeyRef');
    if (reference === undefined) return [];
    const isOptional = at(reference, 'optional') === true;
    return [{ variable: textAt(each, 'name'), secret: textAt(reference, 'name'), key: textAt(reference, 'key'), isOptional }];
  });
}

/** Variables with literal values: of the container itself and of its complete ConfigMaps. */
function plainOf({ fields, workload }: Container, manifests: readonly Manifest[]): Map<string, string> {
  const maps = listAt(fields, 'envFrom').map((from) => textAt(from, 'configMapRef', 'name'));
  const entries = maps.flatMap((name) => {
    const map = manifests.find((each) => each.kind === 'ConfigMap' && each.name === name && each.part === workload.part);
    return Object.entries(fieldsOf(at(map?.object, 'data')));
  });
  const own = listAt(fields, 'env').filter(({ value }) => value !== undefined);
  return new Map(
    [...entries, ...own.map(({ name, value }): [string, unknown] => [String(name), value])].map(([name, value]) => [
      name,
      String(value),
    ]),
  );
}

/** Keys of a secret of a part, however it is created; undefined without one. */
function keysOf(manifests: readonly Manifest[], part: string, secret: string): string[] | undefined {
  const found = manifests.find((each) => each.part === part && each.name === secret && /Secret$/.test(each.kind));
  if (found === undefined) return undefined;
  const path = found.kind === 'Secret' ? ['data'] : ['spec', 'target', 'template', 'data'];
  return Object.keys(fieldsOf(at(found.object, ...path)));
}

describe.each(OVERLAYS)('the settings of %s', (overlay) => {
  const manifests = manifestsOf(overlay);
  const containers = containersOf(overlay).filter((each) => appOf(each) !== undefined);

  it('cover every app', () => {
    expect(new Set(containers.map(appOf))).toEqual(new Set(Object.keys(CONFIGS)));
  });

  it('are all read by their app', () => {
    const unread = containers.flatMap((container) => {
      const names = [...plainOf(container, manifests).keys(), ...secretsOf(container).map(({ variable }) => variable)];
      const read = known(appOf(container) ?? '');
      return names.filter((name) => !read.has(name)).map((name) => `${container.title}: ${name}`);
    });
    expect(unread).toEqual([]);
    expect(known('clob').has('AUTH_MASTER_KEY')).toBe(true);
    expect(known('gamma').has('AUTH_MASTER_KEY')).toBe(false);
  });

  it('include all that a site must set', () => {
    const missing = containers.flatMap((container) => {
      const given = new Set([...plainOf(container, manifests).keys(), ...secretsOf(container).map(({ variable }) => variable)]);
      const doing = container.workload.name === 'backup' ? 'backup' : appOf(container);
      return (REQUIRED[doing ?? ''] ?? []).filter((name) => !given.has(name)).map((name) => `${container.title}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('are secret where required, and the part that needs a secret creates it', () => {
    for (const container of containers) {
      expect([...plainOf(container, manifests).keys()].filter((name) => SECRET.test(name))).toEqual([]);
      for (const { secret, key } of secretsOf(container).filter(({ isOptional }) => !isOptional)) {
        expect(keysOf(manifests, container.workload.part, secret)).toContain(key);
      }
    }
  });

  it('are optional only where most sites have none', () => {
    const optional = containers.flatMap(secretsOf).filter(({ isOptional }) => isOptional);
    expect(optional.map(({ variable }) => variable)).toEqual(['AUTH_OLD_MASTER_KEYS']);
  });

  it('sign each service in to NATS as itself, on the port that its Service and probes use', () => {
    const speaking = containers.filter(({ isGate, workload }) => !isGate && !['migrate', 'backup'].includes(workload.name));
    expect(speaking.map(appOf)).toContain('console');
    for (const container of speaking) {
      const plain = plainOf(container, manifests);
      const app = appOf(container) ?? '';
      expect(plain.get('NATS_USER')).toBe(app === 'console' ? undefined : app);
      const [port] = listAt(container.fields, 'ports');
      if (app !== 'ops') expect(plain.get(`${app.toUpperCase()}_PORT`)).toBe(String(port?.['containerPort']));
    }
  });
});

/** S11. A name, not an address: the libraries check the certificate of an address against "localhost". */
describe('the settings of production', () => {
  const manifests = manifestsOf('production');
  const texts = manifests.map(({ part, object }) => ({ part, text: JSON.stringify(object) }));
  const urls = texts.flatMap(({ part, text }) =>
    [...text.matchAll(/(?:nats|tls|postgresql):\/\/[^"\\]+/g)].map(([url]) => ({ part, url })),
  );

  it('connect to both stores by TLS, and verify them', () => {
    const isVerified = (url: string): boolean =>
      /^tls:\/\/[a-z][a-z0-9.-]+:4222$/.test(url) ||
      /^postgresql:.*@[a-z][a-z0-9.-]+:5432\/foretell\?sslmode=verify-full&sslrootcert=\/etc\/foretell-ca\/postgres\.crt$/.test(
        url,
      );
    expect(urls.filter(({ url }) => !isVerified(url))).toEqual([]);
    expect(new Set(urls.map(({ part }) => part))).toEqual(new Set(['clob', 'gamma', 'data', 'ops', 'migrate']));
  });

  it('give each of our programs the certificates', () => {
    const programs = containersOf('production').filter((each) => !['console', undefined].includes(appOf(each)));
    const mounted = programs.filter(({ fields }) =>
      listAt(fields, 'volumeMounts').some(({ mountPath }) => mountPath === '/etc/foretell-ca'),
    );
    expect(mounted.map(({ title }) => title)).toEqual(programs.map(({ title }) => title));
    for (const container of programs.filter(({ isGate, workload }) => !isGate && workload.name !== 'backup'))
      expect(plainOf(container, manifests).get('NATS_CA')).toBe('/etc/foretell-ca/nats.crt');
  });

  it('make backups with the read-only role, encrypted and signed', () => {
    const backup = containersOf('production').find(({ workload }) => workload.name === 'backup');
    if (backup === undefined) throw new Error('there is no backup');
    const given = [...plainOf(backup, manifests).keys(), ...secretsOf(backup).map(({ variable }) => variable)];
    expect(given.sort()).toEqual(['BACKUP_RECIPIENTS', 'BACKUP_SIGNING_KEY_FILE', 'DATABASE_URL']);
    expect(backup.fields['args']).toEqual(['backup', '/backup', '--dated']);
    expect(urls.filter(({ part }) => part === 'ops').map(({ url }) => url.split(':')[1])).toContain('//foretell_backup');
  });
});
