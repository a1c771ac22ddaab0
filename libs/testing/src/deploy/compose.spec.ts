import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../source-files';
import { CONFIGS, known, REQUIRED, SECRET } from './app-settings';
import { at, fieldsOf, listAt, textAt } from './manifests';

const text = readFileSync(join(ROOT, 'deploy', 'compose.yaml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'deploy', 'images', 'Dockerfile'), 'utf8');
const services = Object.entries(fieldsOf(at(parse(text, { merge: true }), 'services')));
const example = readFileSync(join(ROOT, 'deploy', 'compose.env.example'), 'utf8');
/** Services that run one command of `ops`. */
const ONE_SHOTS = ['backup', 'restore'];
const appOf = (name: string): string => (ONE_SHOTS.includes(name) ? 'ops' : name);
const ours = services.filter(([name]) => Object.hasOwn(CONFIGS, appOf(name)));
const serviceOf = (name: string): unknown => Object.fromEntries(services)[name];

/** Of each bind: the variable that names its source, its target, and whether it is read-only. */
const mountsOf = (service: unknown): unknown[] =>
  listAt(service, 'volumes').map((mount) => {
    expect(mount).toMatchObject({ type: 'bind', bind: { create_host_path: false } });
    return [/\$\{(\w+)/.exec(textAt(mount, 'source'))?.[1], mount['target'], mount['read_only']];
  });

const settingsOf = (service: unknown): [string, string][] =>
  Object.entries(fieldsOf(at(service, 'environment'))).map(([name, value]) => [name, String(value)]);

describe('deploy/compose.yaml', () => {
  it('has every app, PostgreSQL, NATS, and a service for each command that needs the database', () => {
    expect(services.map(([name]) => name).sort()).toEqual(['nats', 'postgres', ...ONE_SHOTS, ...Object.keys(CONFIGS)].sort());
  });

  it('gives each app the variables that it reads, and all that a site must set', () => {
    for (const [name, service] of ours) {
      const given = settingsOf(service).map(([variable]) => variable);
      expect(given.filter((variable) => !known(appOf(name)).has(variable))).toEqual([]);
      // The image defines the ports.
      expect((REQUIRED[name] ?? []).filter((variable) => !given.includes(variable) && !variable.endsWith('_PORT'))).toEqual([]);
    }
  });

  it('contains no secret: each comes from a variable that the example names, and the example has no unused one', () => {
    const secrets = services.flatMap(([, service]) => settingsOf(service)).filter(([name]) => SECRET.test(name));
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter(([, value]) => !/\$\{[A-Z0-9_]+(:\?[^}]*|:-)?\}/.test(value))).toEqual([]);
    const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    used.delete('IMPORT_FOLDER');
    expect(new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))).toEqual(used);
  });

  it('runs everything read-only, without capabilities, with images of a fixed version', () => {
    for (const [, service] of services) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(textAt(service, 'image')).toMatch(/:\d+\.\d+[\w.-]*$/);
    }
  });

  it('starts services after the migrations, and publishes them to this machine only', () => {
    for (const name of ['clob', 'gamma', 'data']) {
      const service = serviceOf(name);
      expect(at(service, 'depends_on', 'migrate', 'condition')).toBe('service_completed_successfully');
      expect(at(service, 'ports')).toEqual([expect.stringMatching(/^127\.0\.0\.1:(\d+):\1$/)]);
    }
    expect(
      services.filter(([name, service]) => ['postgres', 'nats'].includes(name) && at(service, 'ports') !== undefined),
    ).toEqual([]);
  });

  it.each(ONE_SHOTS)('runs ops %s once, by its own name, and only when asked', (name) => {
    const service = serviceOf(name);
    const [entrypoint = ''] = /(?<=^ENTRYPOINT ).*$/m.exec(dockerfile) ?? [];
    expect(at(service, 'entrypoint')).toEqual([...(JSON.parse(entrypoint) as string[]), name]);
    expect(service).toMatchObject({ image: textAt(serviceOf('ops'), 'image'), profiles: ['ops'] });
    expect(Object.keys(fieldsOf(service))).not.toContain('restart');
    expect(at(service, 'depends_on', 'postgres', 'condition')).toBe('service_healthy');
  });

  it('backs up as Kubernetes does: with the reading role and a signing key, into a dated folder', () => {
    const backup = serviceOf('backup');
    expect(at(backup, 'command')).toEqual(['/backup', '--dated']);
    expect(at(backup, 'environment', 'DATABASE_URL')).toContain('//foretell_backup:${POSTGRES_BACKUP_PASSWORD}@');
    expect(at(serviceOf('migrate'), 'environment', 'BACKUP_PASSWORD')).toContain('${POSTGRES_BACKUP_PASSWORD');
    expect(mountsOf(backup)).toEqual([
      ['BACKUP_FOLDER', '/backup', false],
      ['BACKUP_SIGNING_KEY_FILE', textAt(backup, 'environment', 'BACKUP_SIGNING_KEY_FILE'), true],
    ]);
  });

  it('restores as the owner of the tables, and gives keys that read backups to nothing else', () => {
    const restore = serviceOf('restore');
    expect(at(restore, 'environment', 'DATABASE_URL')).toContain('//foretell_owner:');
    expect(mountsOf(restore)).toEqual([
      ['BACKUP_FOLDER', '/backup', true],
      ['BACKUP_IDENTITY_FILE', textAt(restore, 'environment', 'BACKUP_IDENTITY_FILE'), true],
      ['BACKUP_SIGNERS_FILE', textAt(restore, 'environment', 'BACKUP_SIGNERS_FILE'), true],
    ]);
    expect([...text.matchAll(/\$\{BACKUP_IDENTITY_FILE/g)]).toHaveLength(1);
  });
});
